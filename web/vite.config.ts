/** The page is built into the Python package, with every file compressed beside itself; a missing word stops the build. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

const here = dirname(fileURLToPath(import.meta.url))
const games = join(here, '../src/tablee/games')

/** The names of all sentences in a file of words, at any depth. */
function keys(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, inner]) => keys(inner, `${path}/${key}`))
}

/** What one language says and the other does not. `why` is French only: English stands in the code. */
function untranslated(folder: string): string[] {
  const [en, fr] = ['en', 'fr'].map((lang) =>
    keys({ ...JSON.parse(readFileSync(join(folder, `words.${lang}.json`), 'utf8')), why: 0 }),
  ) as [string[], string[]]
  const missing = [
    ...en.filter((key) => !fr.includes(key)).map((key) => `fr lacks ${key}`),
    ...fr.filter((key) => !en.includes(key)).map((key) => `en lacks ${key}`),
  ]
  return missing.map((line) => `${basename(folder)}: ${line}`)
}

const translated: Plugin = {
  name: 'translated',
  buildStart() {
    const boxes = readdirSync(games, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('_'),
    )
    const missing = [join(here, 'src/words'), ...boxes.map((box) => join(games, box.name))].flatMap(untranslated)
    if (missing.length) this.error(`missing translations:\n${missing.join('\n')}`)
  },
}

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
  plugins: [svelte(), translated, compressed],
  build: { target: 'es2022', outDir: '../src/tablee/page', emptyOutDir: true, assetsInlineLimit: 0 },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {}, // components are tested as browsers run them
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: 'http://localhost:1621', ws: true } } },
})
