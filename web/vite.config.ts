/** The page is built into the Python package, with every file compressed beside itself; a missing word stops the build. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'
import { wordsPlugin } from './wordsPlugin.ts'

const compressed: Plugin = {
  name: 'compressed',
  writeBundle(options, bundle) {
    for (const name of Object.keys(bundle)) {
      if (!/\.(js|css|html|svg|json|webmanifest)$/.test(name)) continue
      const file = join(options.dir ?? '', name)
      const data = readFileSync(file)
      writeFileSync(`${file}.gz`, gzipSync(data, { level: 9 }))
      writeFileSync(`${file}.br`, brotliCompressSync(data))
    }
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

export default defineConfig({
  base: './', // the server says where it is, in the page that it sends
  plugins: [svelte(), wordsPlugin(), compressed, namedCache],
  build: {
    target: 'es2022',
    outDir: '../src/tablee/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.md' }, // of the packages whose code is in the page
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {}, // components are tested as browsers run them
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: 'http://localhost:1621', ws: true } } },
})
