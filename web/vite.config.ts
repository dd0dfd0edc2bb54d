/** The page is built into the Python package, with every file compressed beside itself; a missing word stops the build. */
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

export default defineConfig({
  plugins: [svelte(), wordsPlugin(), compressed],
  build: { target: 'es2022', outDir: '../src/tablee/page', emptyOutDir: true, assetsInlineLimit: 0 },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {}, // components are tested as browsers run them
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: 'http://localhost:1621', ws: true } } },
})
