/** The server in the page: Python in this worker, with a database of the browser's and compiled kernels. */
import { StoredDatabase } from './database'
import { KernelModule } from './kernelModule.js'
import type { FromWorker, Start, ToWorker } from './messages'

/** What is used of Pyodide. */
interface Pyodide {
  FS: { readFile(path: string): Uint8Array<ArrayBuffer> }
  unpackArchive(archive: ArrayBuffer, format: string): void
  registerJsModule(name: string, module: object): void
  runPython(code: string): unknown
  runPythonAsync(code: string): Promise<unknown>
}

/** An array of Python's, of which a view is asked for. */
interface Buffered {
  getBuffer(kind: 'u8'): { data: Uint8Array; release(): void }
}

/** `tablee.browser.worker.Server`. */
interface Server {
  request(id: number, method: string, path: string, body: string): void
  open(id: number, path: string): void
  say(id: number, text: string): void
  close(id: number): void
}

const BUFFER = 'getBuffer'
let server: Server | null = null
const early: ToWorker[] = []

function post(message: FromWorker, transfer: Transferable[] = []): void {
  postMessage(message, { transfer })
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.is === 'start') void start(data.start).catch((error: unknown) => post({ is: 'failed', why: String(error) }))
  else if (server) tell(server, data)
  else early.push(data)
})

function tell(server: Server, asked: ToWorker): void {
  if (asked.is === 'request') server.request(asked.id, asked.method, asked.path, asked.body ?? '')
  else if (asked.is === 'open') server.open(asked.id, asked.path)
  else if (asked.is === 'say') server.say(asked.id, asked.text)
  else if (asked.is === 'close') server.close(asked.id)
}

async function start({ pyodide, python }: Start): Promise<void> {
  const [{ loadPyodide }, archive, database] = await Promise.all([
    import(/* @vite-ignore */ `${pyodide}pyodide.mjs`) as Promise<{
      loadPyodide: (config: object) => Promise<Pyodide>
    }>,
    fetch(python).then((answer) => {
      if (!answer.ok) throw new Error(`${python}: ${answer.status}`)
      return answer.arrayBuffer()
    }),
    StoredDatabase.open(),
  ])
  const py = await loadPyodide({ indexURL: pyodide })
  py.unpackArchive(archive, 'zip')
  py.registerJsModule('tablee_page', {
    database,
    kernels: new Kernels(py),
    head: (id: number, status: number, type: string) => post({ is: 'head', id, status, type }),
    body: (id: number, bytes: Uint8Array<ArrayBuffer>) => post({ is: 'body', id, bytes }),
    end: (id: number) => post({ is: 'end', id }),
    received: (id: number, text: string) => post({ is: 'received', id, text }),
    closed: (id: number, code: number) => post({ is: 'closed', id, code }),
  })
  py.runPython('from tablee.browser.packages import prepare; prepare()')
  server = (await py.runPythonAsync('from tablee.browser.worker import start\nawait start()')) as Server
  post({ is: 'started' })
  for (const one of early) tell(server, one)
}

/** The modules of all games, each loaded when it is first called. */
class Kernels {
  private readonly modules = new Map<string, KernelModule>()

  constructor(private readonly py: Pyodide) {}

  exports(game: string): readonly string[] {
    return this.module(game).symbols
  }

  call(game: string, symbol: string, given: unknown[]): number | undefined {
    const views: { data: Uint8Array; release(): void }[] = []
    const values = given.map((one) => {
      if (one === null || typeof one !== 'object' || !(BUFFER in one)) return one
      const view = (one as Buffered).getBuffer('u8')
      views.push(view)
      return view.data
    })
    try {
      return this.module(game).call(symbol, values)
    } finally {
      for (const view of views) view.release()
    }
  }

  private module(game: string): KernelModule {
    let found = this.modules.get(game)
    if (!found) {
      const folder = this.py.runPython('str(__import__("tablee.turbo.browser", fromlist=["MODULES"]).MODULES)')
      found = new KernelModule(this.py.FS.readFile(`${folder}/${game}.wasm`))
      this.modules.set(game, found)
    }
    return found
  }
}
