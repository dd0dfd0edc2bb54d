/** The page is built into the Python package, with every file compressed beside itself; a missing word stops the build. */
import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { wordsPlugin } from './wordsPlugin.ts'

const LARGE = 1_000_000 // bytes
const FILES = 'assets/offline.json' // what there is to be kept for play without a network
const PACKAGES = join(import.meta.dirname, 'node_modules')
const PYODIDE = join(PACKAGES, 'pyodide')
const LICENCES = 'licenses.md'

const compressed: Plugin = {
  name: 'compressed',
  writeBundle(options, bundle) {
    for (const name of Object.keys(bundle)) {
      if (!/\.(js|mjs|css|html|svg|json|webmanifest|wasm)$/.test(name)) continue
      const file = join(options.dir ?? '', name)
      const data = readFileSync(file)
      const quality = data.length > LARGE ? 5 : constants.BROTLI_MAX_QUALITY // the best takes a minute for the largest
      writeFileSync(`${file}.gz`, gzipSync(data, { level: data.length > LARGE ? 6 : 9 }))
      writeFileSync(`${file}.br`, brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }))
    }
  },
}

/** Python for play without a server, beside the page: nothing of it is loaded before somebody plays so. */
const python: Plugin = {
  name: 'python',
  apply: 'build',
  generateBundle(_, bundle) {
    const { version } = JSON.parse(readFileSync(join(PYODIDE, 'package.json'), 'utf8')) as { version: string }
    const folder = `assets/pyodide-${version}/`
    const own = Object.keys(bundle).filter((name) => name.startsWith('assets/')) // what is emitted here is not among them
    const names = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm', 'python_stdlib.zip', 'pyodide-lock.json']
    for (const name of names)
      this.emitFile({ type: 'asset', fileName: folder + name, source: readFileSync(join(PYODIDE, name)) })
    const files = [...own, ...names.map((name) => folder + name)]
    this.emitFile({ type: 'asset', fileName: FILES, source: JSON.stringify({ pyodide: folder, files: files.sort() }) })
  },
}

/** The service worker's cache is named after what was built, so that a new page leaves nothing of the old one behind. */
const namedCache: Plugin = {
  name: 'named-cache',
  writeBundle(options, bundle) {
    const worker = join(options.dir ?? '', 'sw.js')
    const digest = createHash('sha256').update(Object.keys(bundle).sort().join('\n')).digest('hex').slice(0, 16)
    writeFileSync(worker, readFileSync(worker, 'utf8').replace("'tablee-development'", `'tablee-${digest}'`))
  },
}

/** Vite lists the packages of the page itself. What is loaded for play without a server comes after them. */
const offlineLicences: Plugin = {
  name: 'offline-licences',
  apply: 'build',
  writeBundle(options) {
    const { info } = JSON.parse(readFileSync(join(PYODIDE, 'pyodide-lock.json'), 'utf8')) as {
      info: { python: string }
    }
    const text = (name: string) => readFileSync(join(import.meta.dirname, 'licences', name), 'utf8')
    const section = (name: string, words: string) => {
      const { version, license } = JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8')) as {
        version: string
        license: string
      }
      return `\n## ${name} - ${version} (${license})\n\n${words}`
    }
    const source = `The source is at https://github.com/pyodide/pyodide. It contains Python ${info.python}, whose licence follows.`
    appendFileSync(
      join(options.dir ?? '', LICENCES),
      section('sql.js', readFileSync(join(PACKAGES, 'sql.js', 'LICENSE'), 'utf8')) +
        section('pyodide', `${source}\n\n${text('MPL-2.0.txt')}\n### Python ${info.python}\n\n${text('Python.txt')}`),
    )
  },
}

export default defineConfig({
  base: './', // the server says where it is, in the page that it sends
  plugins: [svelte(), wordsPlugin(), python, compressed, namedCache, offlineLicences],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    outDir: '../src/tablee/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    license: { fileName: LICENCES }, // of the packages whose code is in the page
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {}, // components are tested as browsers run them
  test: { testTimeout: 120_000, hookTimeout: 120_000 }, // a busy machine is slow, and no bug
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: 'http://localhost:1621', ws: true } } },
})
