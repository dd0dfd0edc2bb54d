declare module 'sql.js' {
  export type Value = number | string | Uint8Array | null
  export interface Statement {
    bind(args: Value[]): boolean
    step(): boolean
    get(): Value[]
    free(): boolean
  }
  export class Database {
    constructor(picture?: Uint8Array | null)
    run(sql: string, args?: Value[]): Database
    prepare(sql: string): Statement
    export(): Uint8Array
  }
  export default function initSqlJs(config: { locateFile: () => string }): Promise<{ Database: typeof Database }>
}
