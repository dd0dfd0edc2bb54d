; What compiled functions need of Numba's runtime: memory for their own arrays. They give back what they took last
; first, or nearly so: a stack of blocks is enough, and a block given back early waits until it is on top.
; A block: the one below it (i32), whether it is in use (i32), Numba's description of it (32 bytes), the data.

@top = internal global i32 0     ; where the next block begins
@last = internal global i32 0    ; the block on top, 0: none

declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)

define void @"memory.from(p)v"(i32 %start) {
  store i32 %start, ptr @top
  store i32 0, ptr @last
  ret void
}

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %at = load i32, ptr @top
  %at15 = add i32 %at, 15
  %block = and i32 %at15, -16
  %data = add i32 %block, 48
  %bytes = trunc i64 %size to i32
  %end = add i32 %data, %bytes
  %below = load i32, ptr @last
  store i32 %end, ptr @top
  store i32 %block, ptr @last
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %needed.bytes = add i32 %end, 65535
  %needed = lshr i32 %needed.bytes, 16
  %more = sub i32 %needed, %pages
  %grow = icmp sgt i32 %more, 0
  br i1 %grow, label %enlarge, label %fill
enlarge:
  %before = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %more)
  br label %fill
fill:
  %block.p = inttoptr i32 %block to ptr
  store i32 %below, ptr %block.p
  %used = getelementptr i8, ptr %block.p, i32 4
  store i32 1, ptr %used
  %info = getelementptr i8, ptr %block.p, i32 8
  store i64 1, ptr %info
  %info.dtor = getelementptr i8, ptr %info, i32 8
  store i64 0, ptr %info.dtor
  %info.data = getelementptr i8, ptr %info, i32 16
  %data.p = inttoptr i32 %data to ptr
  store ptr %data.p, ptr %info.data
  %info.size = getelementptr i8, ptr %info, i32 24
  store i64 %size, ptr %info.size
  ret ptr %info
}

define ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 %align) {
  %info = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align)
  ret ptr %info
}

define ptr @NRT_MemInfo_data_fast(ptr %info) {
  %at = getelementptr i8, ptr %info, i32 16
  %data = load ptr, ptr %at
  ret ptr %data
}

define void @NRT_incref(ptr %info) {
  %none = icmp eq ptr %info, null
  br i1 %none, label %done, label %count
count:
  %n = load i64, ptr %info
  %more = add i64 %n, 1
  store i64 %more, ptr %info
  br label %done
done:
  ret void
}

define void @NRT_decref(ptr %info) {
  %none = icmp eq ptr %info, null
  br i1 %none, label %done, label %count
count:
  %n = load i64, ptr %info
  %less = sub i64 %n, 1
  store i64 %less, ptr %info
  %free = icmp eq i64 %less, 0
  br i1 %free, label %give.back, label %done
give.back:
  call void @NRT_MemInfo_call_dtor(ptr %info)
  br label %done
done:
  ret void
}

define void @NRT_MemInfo_call_dtor(ptr %info) noinline {
  %used = getelementptr i8, ptr %info, i32 -4
  store i32 0, ptr %used
  br label %look
look:
  %block = load i32, ptr @last
  %none = icmp eq i32 %block, 0
  br i1 %none, label %done, label %on.top
on.top:
  %block.p = inttoptr i32 %block to ptr
  %block.used = getelementptr i8, ptr %block.p, i32 4
  %in.use = load i32, ptr %block.used
  %busy = icmp ne i32 %in.use, 0
  br i1 %busy, label %done, label %remove
remove:
  %below = load i32, ptr %block.p
  store i32 %below, ptr @last
  store i32 %block, ptr @top
  br label %look
done:
  ret void
}
