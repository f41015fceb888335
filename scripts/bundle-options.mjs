// What every bundle of the program is made with, besides its entry: the native program's and that for Node.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const version = readFileSync('VERSION', 'utf8').trim()

/** For esbuild; paths are below the repository. */
export const SHARED = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  minify: true,
  keepNames: false,
  legalComments: 'none',
  logLevel: 'warning',
  jsx: 'automatic',
  alias: {
    // A development tool that the terminal library would load if it were asked to.
    'react-devtools-core': './scripts/no-devtools.cjs',
    '@alcalzone/ansi-tokenize': './scripts/ink-cells.mjs',
    'string-width': './scripts/ink-width.cjs',
    // Their usual form takes in all of the client that signing and framing are a small part of.
    '@smithy/signature-v4': './node_modules/@smithy/signature-v4/dist-es/SignatureV4.js',
    '@smithy/eventstream-codec':
      './node_modules/@smithy/core/dist-es/submodules/event-streams/eventstream-codec/EventStreamCodec.js',
    '@smithy/core/checksum': './scripts/smithy-checksum.mjs',
    '@smithy/core/serde': './scripts/smithy-signing.mjs',
    '@smithy/core/protocols': './scripts/smithy-signing.mjs',
    '@smithy/core/transport': './scripts/smithy-signing.mjs',
    '@smithy/core/client': './scripts/smithy-signing.mjs',
  },
  define: { CAPSTAN_VERSION: JSON.stringify(version), 'process.env.NODE_ENV': '"production"' },
  // Some bundled packages are CommonJS and ask for built-in modules at run time. Most files never do, and pay nothing.
  banner: {
    js: "const require=n=>process.getBuiltinModule('node:module').createRequire(import.meta.url)(n);",
  },
}

/** The same with the tool definitions, which are data at run time: the first request does not wait for the schema library. */
export const BUNDLE = async staging => {
  await build({
    ...SHARED,
    entryPoints: { describe: 'scripts/describe-tools.ts' },
    outdir: staging,
    // What a tool loads with its first call is then not looked for here, where no package can be found.
    splitting: true,
    outExtension: { '.js': '.mjs' },
    external: ['@vscode/ripgrep', 'sharp', '@napi-rs/keyring', '@lydell/node-pty'],
  })
  const specs = spawnSync(process.execPath, [join(staging, 'describe.mjs')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (specs.status !== 0) throw new Error('describing the tools failed')
  const { en, zh } = JSON.parse(specs.stdout)
  // A text and not an object: that would be put where the whole program begins.
  const define = {
    CAPSTAN_TOOL_SPECS: JSON.stringify(en),
    CAPSTAN_CHINESE_TOOL_SPECS: JSON.stringify(JSON.stringify(zh)),
  }
  return { ...SHARED, define: { ...SHARED.define, ...define } }
}
