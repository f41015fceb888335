// Leaves of each slash command its row in the program (name, description …) and puts what it does into a file of its own,
// loaded when somebody types it: nobody does before the first request, and all of them are fifty kilobytes to read.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'

const FOLDER = resolve('src/features/commands')
const INDEX = join(FOLDER, 'index.ts')
const NAMESPACE = 'later-command'

/**
 * @param options of the build, `staging` a directory for what is needed on the way, `write` makes a module of a row, unless
 *   it is to be a plain one
 */
export const laterCommands = async ({ options, staging, write = stubOf }) => {
  const rows = await rowsOf({ options, staging })
  return {
    name: 'later-commands',
    setup(builder) {
      builder.onResolve({ filter: /^\.\/[\w-]+\.ts$/ }, ({ path, importer, kind }) =>
        importer === INDEX && kind === 'import-statement' && rows.has(path)
          ? { path, namespace: NAMESPACE }
          : undefined,
      )
      builder.onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({
        contents: write(path, rows.get(path)),
        resolveDir: FOLDER,
      }))
    },
  }
}

const stubOf = (path, { name, row }) =>
  [
    `export const ${name} = {`,
    `  ...${JSON.stringify(row)},`,
    `  run: async (args, host) => (await import(${JSON.stringify(path)})).${name}.run(args, host),`,
    '}',
  ].join('\n')

/** What the index lists, by file: only commands that are data but for what they do. */
const rowsOf = async ({ options, staging }) => {
  const listed = Array.from(
    readFileSync(INDEX, 'utf8').matchAll(/^import \{ (\w+Command) \} from '(\.\/[\w-]+\.ts)'$/gm),
    ([, name, path]) => ({ name, path }),
  )
  const names = listed.map(({ name }) => name).join()
  const script = join(staging, 'commands.mjs')
  const { outputFiles } = await build({
    ...options,
    stdin: {
      contents: [
        ...listed.map(({ name, path }) => `import { ${name} } from ${JSON.stringify(path)}`),
        'const asData = (key, value) => typeof value !== "function" ? value : key === "run" ? undefined : null',
        `process.stdout.write(JSON.stringify({ ${names} }, asData))`,
      ].join('\n'),
      resolveDir: FOLDER,
      loader: 'ts',
    },
    write: false,
  })
  writeFileSync(script, outputFiles[0].text)
  const told = spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: dirname(script),
  })
  if (told.status !== 0) throw new Error('describing the commands failed')
  const all = JSON.parse(told.stdout)
  return new Map(
    listed
      .map(({ name, path }) => [path, { name, row: all[name] }])
      .filter(([, { row }]) => Object.values(row).every(value => value !== null)),
  )
}
