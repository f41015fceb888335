// Bundles the web page of `serve`: names change with content, so that a browser keeps what it has.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { oneLanguage } from './one-language.mjs'

const FROM = 'src/frontends/web'

export const buildPage = async ({ build, out }) => {
  mkdirSync(out, { recursive: true })
  const shared = {
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: ['chrome111', 'firefox115', 'safari16.4'],
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'warning',
    outdir: out,
    entryNames: '[name]-[hash]',
    metafile: true,
    plugins: [oneLanguage],
  }
  const { metafile } = await build({
    ...shared,
    entryPoints: { page: `${FROM}/main.tsx`, style: `${FROM}/style.css` },
    splitting: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    chunkNames: 'part-[hash]',
  })
  // Apart from the page, so that nothing of it is split off for this one.
  const catalogue = await build({ ...shared, entryPoints: { chinese: 'src/protocol/messages/chinese.ts' } })
  const [chinese] = Object.keys(catalogue.metafile.outputs)
  // Its name stays: a browser asks for it again by that.
  await build({
    ...shared,
    format: 'iife',
    entryNames: '[name]',
    entryPoints: { 'offline-worker': `${FROM}/worker/offline-worker.ts` },
  })
  const made = entry => {
    const found = Object.entries(metafile.outputs).find(
      ([, output]) => output.entryPoint === `${FROM}/${entry}`,
    )
    if (!found) throw new Error(`the page was built without ${entry}`)
    return found
  }
  const [script, { imports }] = made('main.tsx')
  // What the page cannot begin without is asked for at once, not one file after the other.
  const first = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path))
  const html = readFileSync(join(FROM, 'index.html'), 'utf8')
    .replace('{{style}}', basename(made('style.css')[0]))
    .replace('{{script}}', basename(script))
    .replace('{{chinese}}', basename(chinese))
    .replace('{{preload}}', first.map(name => `<link rel="modulepreload" href="/${name}">`).join(''))
  writeFileSync(join(out, 'index.html'), html)
  writeFileSync(join(out, 'icon.svg'), readFileSync(join(FROM, 'icon.svg')))
  writeFileSync(join(out, 'manifest.webmanifest'), readFileSync(join(FROM, 'manifest.webmanifest')))
}
