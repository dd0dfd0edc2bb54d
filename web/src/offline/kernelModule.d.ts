/** See `kernelModule.js`, which is plain JavaScript so that Node can run it as it is. */
export class KernelModule {
  readonly symbols: readonly string[]
  constructor(bytes: BufferSource)
  call(symbol: string, given: readonly unknown[]): number | undefined
}
