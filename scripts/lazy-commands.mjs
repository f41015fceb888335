// Leaves of each slash command its row in the program (name, description …) and puts what it does into a file of its own,
// loaded when somebody types it: nobody does before the first request, and all of them are fifty kilobytes to read.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'

const FOLDER = resolve('src/features/commands')
const INDEX = join(FOLDER, 'index.ts')
const NAMESPACE = 'lazy-command'
/** What the index imports: files in drawers, each with one command or more. */
const LISTED = /^import \{([^}]+)\} from '(\.\/[\w-]+\/[\w-]+\.ts)'$/gm

/**
 * @param options of the build, `staging` a directory for what is needed on the way, `write` makes a module of the rows of a
 *   file, unless it is to be a plain one
 */
export const lazyCommands = async ({ options, staging, write = stubOf }) => {
  const files = await rowsOf({ options, staging })
  return {
    name: 'lazy-commands',
    setup(builder) {
      builder.onResolve({ filter: /^\.\/[\w-]+\/[\w-]+\.ts$/ }, ({ path, importer, kind }) =>
        importer === INDEX && kind === 'import-statement' && files.has(path)
          ? { path, namespace: NAMESPACE }
          : undefined,
      )
      builder.onResolve({ filter: /^lazy-row:$/ }, ({ path }) => ({ path, namespace: NAMESPACE }))
      builder.onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({
        contents: path === ROW ? ROW_MODULE : write(path, files.get(path)),
        resolveDir: FOLDER,
      }))
    },
  }
}

/** One function for all rows: they are read before the first request. */
const ROW = 'lazy-row:'
const ROW_MODULE = `export const lazyRow = (load, name, row) => ({
  ...row,
  run: async (args, host) => (await load())[name].run(args, host),
})`

const stubOf = (path, commands) =>
  [
    `import { lazyRow } from '${ROW}'`,
    `const load = () => import(${JSON.stringify(path)})`,
    ...commands.map(
      ({ name, row }) =>
        `export const ${name} = lazyRow(load, ${JSON.stringify(name)}, ${JSON.stringify(row)})`,
    ),
  ].join('\n')

/** By file what the index lists of it. A command must be data but for what it does. */
const rowsOf = async ({ options, staging }) => {
  const listed = Array.from(readFileSync(INDEX, 'utf8').matchAll(LISTED), ([, names, path]) => ({
    names: names.match(/\w+/g),
    path,
  }))
  const script = join(staging, 'commands.mjs')
  const { outputFiles } = await build({
    ...options,
    stdin: {
      contents: [
        ...listed.map(({ names, path }) => `import { ${names} } from ${JSON.stringify(path)}`),
        'const asData = (key, value) => typeof value !== "function" ? value : key === "run" ? undefined : null',
        `process.stdout.write(JSON.stringify({ ${listed.flatMap(({ names }) => names)} }, asData))`,
      ].join('\n'),
      resolveDir: FOLDER,
      loader: 'ts',
    },
    write: false,
  })
  writeFileSync(script, outputFiles[0].text)
  const described = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: dirname(script),
  })
  if (described.status !== 0) throw new Error('describing the commands failed')
  const rows = JSON.parse(described.stdout)
  for (const [name, row] of Object.entries(rows))
    if (Object.values(row).includes(null)) throw new Error(`${name} has a function besides run`)
  return new Map(listed.map(({ names, path }) => [path, names.map(name => ({ name, row: rows[name] }))]))
}
