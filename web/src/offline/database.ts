/**
 * SQLite in the worker's memory. Each write is first kept in IndexedDB, as its statements, and only then acknowledged: a
 * page that is closed at any moment loses nothing. When the worker starts, they are carried out again; many of them are
 * replaced by a picture of the whole database.
 */
import initSqlJs, { type Database, type Value } from 'sql.js'
import wasm from 'sql.js/dist/sql-wasm-browser.wasm?url'

type Statement = [sql: string, args: Value[]]

const MANY = 500 // writes after which the whole database is kept in their place
const NAME = 'tablee'

export class StoredDatabase {
  private constructor(
    private readonly db: Database,
    private readonly disk: IDBDatabase,
    private kept: number,
  ) {}

  static async open(): Promise<StoredDatabase> {
    const sql = await initSqlJs({ locateFile: () => wasm })
    const disk = await openDisk()
    const [picture, writes] = await load(disk)
    const db = new sql.Database(picture)
    db.run('pragma secure_delete = on')
    for (const statements of writes) for (const [text, args] of statements) db.run(text, args)
    const found = new StoredDatabase(db, disk, writes.length)
    if (writes.length > MANY) await found.keepPicture()
    return found
  }

  read(text: string, args: readonly (Value | undefined)[]): (Value | undefined)[][] {
    const statement = this.db.prepare(text)
    try {
      statement.bind(args.map((one) => one ?? null))
      const rows = []
      while (statement.step()) rows.push(statement.get().map((one) => one ?? undefined)) // Python's None
      return rows
    } finally {
      statement.free()
    }
  }

  /** All statements or none: 'ok', 'conflict' where something is to be unique and is not, 'full' where there is no room. */
  async write(given: readonly [string, (Value | undefined)[]][]): Promise<'ok' | 'conflict' | 'full'> {
    const statements = given.map(([text, args]): Statement => [text, args.map((one) => one ?? null)])
    this.db.run('savepoint write')
    try {
      for (const [text, args] of statements) this.db.run(text, args)
    } catch (error) {
      this.db.run('rollback to write')
      this.db.run('release write')
      if (/constraint/i.test(String(error))) return 'conflict'
      throw error
    }
    try {
      await transaction(this.disk, (writes) => writes.add(statements))
    } catch {
      this.db.run('rollback to write')
      this.db.run('release write')
      return 'full'
    }
    this.db.run('release write')
    if (++this.kept > MANY) await this.keepPicture()
    return 'ok'
  }

  private async keepPicture(): Promise<void> {
    const picture = this.db.export()
    this.db.run('pragma secure_delete = on') // an export opens it anew
    await transaction(this.disk, (writes, pictures) => {
      pictures.put(picture, 0)
      writes.clear()
    }).then(
      () => (this.kept = 0),
      () => {}, // there is no room for both: the writes stay
    )
  }
}

function openDisk(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1)
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore('writes', { autoIncrement: true })
      asked.result.createObjectStore('pictures')
    }
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
}

function load(disk: IDBDatabase): Promise<[Uint8Array | null, Statement[][]]> {
  return new Promise((resolve, reject) => {
    const reading = disk.transaction(['writes', 'pictures'])
    const picture = reading.objectStore('pictures').get(0)
    const writes = reading.objectStore('writes').getAll()
    reading.oncomplete = () =>
      resolve([(picture.result as Uint8Array | undefined) ?? null, writes.result as Statement[][]])
    reading.onerror = () => reject(reading.error)
  })
}

/** Resolved when it is on the disk. */
function transaction(
  disk: IDBDatabase,
  work: (writes: IDBObjectStore, pictures: IDBObjectStore) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const writing = disk.transaction(['writes', 'pictures'], 'readwrite', { durability: 'strict' })
    writing.oncomplete = () => resolve()
    writing.onabort = () => reject(writing.error)
    work(writing.objectStore('writes'), writing.objectStore('pictures'))
  })
}
