import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY, type World } from './run-program.ts'

/** The packed library, installed into an empty folder of this world; what it depends on is taken from the repository. */
export const installLibrary = (world: World): string => {
  const folder = join(world.root, 'consumer')
  mkdirSync(folder)
  const packed = execFileSync(process.execPath, ['scripts/pack-sdk.mjs', world.root], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  }).trim()
  const wanted = [packed, join(REPOSITORY, 'node_modules/zod')]
  const quiet = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  execFileSync('npm', ['install', ...quiet, ...wanted], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return folder
}

/** What an example prints, run from that folder by somebody who has `capstan` on the PATH. */
export const runExample = async (
  world: World,
  folder: string,
  { name, flags = [] }: { readonly name: string; readonly flags?: readonly string[] },
): Promise<string> => {
  cpSync(join(REPOSITORY, 'examples/sdk', name), join(folder, name))
  const child = spawn(process.execPath, [...flags, name], {
    cwd: folder,
    env: { ...world.env, PATH: `${join(REPOSITORY, 'bin')}:/usr/bin:/bin` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', data => (output += String(data)))
  child.stderr.on('data', data => (errors += String(data)))
  const code = await new Promise(resolve => child.once('close', resolve))
  if (code !== 0) throw new Error(`${name} exited with code ${code}: ${errors}${output}`)
  return output
}
