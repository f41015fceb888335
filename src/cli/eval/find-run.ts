import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { RunSet } from '../../features/evals/compare.ts'
import { DamagedRunError, isRun, openRun, type RunStore } from '../../features/evals/run/run-store.ts'
import { evalText } from '../../protocol/messages/cli/evals.ts'
import { ExitError } from '../exit-error.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { runsFolder } from './make-ports.ts'

/** A run by its id, the beginning of it, or its directory. */
export const findRun = (name: string, deps: Pick<SessionsDeps, 'cwd' | 'configHome'>): RunStore => {
  const directory = resolve(deps.cwd, name)
  if (isRun(directory)) return openOrSay(directory)
  const folder = runsFolder(deps.configHome)
  const found = runNames(folder).filter(id => id === name || id.startsWith(name))
  const [only] = found
  if (only === undefined || found.length > 1)
    throw new ExitError(2, evalText('no_run', { name: JSON.stringify(name), directory: folder }))
  return openOrSay(join(folder, only))
}

const openOrSay = (directory: string): RunStore => {
  try {
    return openRun(directory)
  } catch (error) {
    throw error instanceof DamagedRunError ? new ExitError(2, error.localized) : error
  }
}

/** One that cannot be read keeps nobody from seeing the others. */
export const readableRun = (directory: string): RunStore | undefined => {
  try {
    return openRun(directory)
  } catch (error) {
    if (error instanceof DamagedRunError) return undefined
    throw error
  }
}

export const runNames = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter(name => isRun(join(folder, name)))
        .sort()
    : []

/** `<run>` or `<run>/<variant>`. */
export const findRunSet = (name: string, deps: Pick<SessionsDeps, 'cwd' | 'configHome'>): RunSet => {
  const whole = isRun(resolve(deps.cwd, name)) || !name.includes('/')
  const at = whole ? name.length : name.lastIndexOf('/')
  const { plan, results } = (() => {
    const store = findRun(name.slice(0, at), deps)
    return { plan: store.plan, results: store.results() }
  })()
  const names = plan.variants.map(variant => variant.name)
  const wanted = name.slice(at + 1)
  if (wanted === '' && names.length > 1)
    throw new ExitError(2, evalText('which_variant', { run: plan.id, names }))
  if (wanted !== '' && !names.includes(wanted))
    throw new ExitError(2, evalText('no_variant', { run: plan.id, name: JSON.stringify(wanted), names }))
  const variant = wanted === '' ? names[0] : wanted
  return {
    name: names.length > 1 ? `${plan.id}/${variant}` : plan.id,
    results: results.filter(result => result.variant === variant),
  }
}
