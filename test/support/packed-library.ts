import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY, type World } from './run-program.ts'

/** The packed library in an empty folder of this world, as an installation leaves it; what it depends on is taken from the repository. */
export const installLibrary = (world: World): string => {
  const folder = join(world.root, 'consumer')
  const place = join(folder, 'node_modules/capstan-sdk')
  mkdirSync(place, { recursive: true })
  const packed = execFileSync(process.execPath, ['scripts/pack-sdk.mjs', world.root], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  }).trim()
  execFileSync('tar', ['-xzf', packed, '--strip-components=1', '-C', place])
  symlinkSync(join(REPOSITORY, 'node_modules/zod'), join(folder, 'node_modules/zod'))
  return folder
}

/** Marks where the words of one end and those of the next begin. */
const MARK = '\u001e'
const RUNNER = `
for (const name of process.argv.slice(2)) {
  process.stdout.write('${MARK}')
  await import('./' + name)
}
`

/**
 * What each of these examples prints, run from that folder by somebody who has `capstan` on the PATH. One process runs them
 * one after the other, for most of what one costs is to load the library; it ends when all of them have.
 */
export const runExamples = async (
  world: World,
  folder: string,
  names: readonly string[],
): Promise<readonly string[]> => {
  for (const name of names) cpSync(join(REPOSITORY, 'examples/sdk', name), join(folder, name))
  writeFileSync(join(folder, 'run-examples.mjs'), RUNNER)
  const child = spawn(process.execPath, ['run-examples.mjs', ...names], {
    cwd: folder,
    env: { ...world.env, PATH: `${join(REPOSITORY, 'bin')}:/usr/bin:/bin` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', data => (output += String(data)))
  child.stderr.on('data', data => (errors += String(data)))
  const code = await new Promise(resolve => child.once('close', resolve))
  if (code !== 0) throw new Error(`${names.join(', ')}: exit code ${code}: ${errors}${output}`)
  return output.split(MARK).slice(1)
}
