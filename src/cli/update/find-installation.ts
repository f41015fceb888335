import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { thisProgram } from '../this-program.ts'

/** How the program that runs came here, and so who may replace it. */
export type Installation =
  /** One file that holds everything. */
  | { readonly kind: 'native'; readonly file: string }
  | { readonly kind: 'checkout'; readonly root: string }
  /** A package of npm's global folder. */
  | { readonly kind: 'global'; readonly root: string }
  /** A dependency of a project, whose files say which version it is. */
  | { readonly kind: 'local'; readonly root: string; readonly project: string }
  /** Put there by something else, such as a package of the system. */
  | { readonly kind: 'other'; readonly root: string }

/** @param script as the runtime was told, `execPath` the runtime */
export const findInstallation = (script: string, execPath: string): Installation => {
  if (thisProgram([execPath, script], execPath).script === undefined)
    return { kind: 'native', file: realpathSync(execPath) }
  const root = dirname(dirname(realpathSync(script)))
  if (existsSync(join(root, 'src')) && existsSync(join(root, 'package-lock.json')))
    return { kind: 'checkout', root }
  const folder = dirname(root)
  if (basename(folder) !== 'node_modules') return { kind: 'other', root }
  const above = dirname(folder)
  return existsSync(join(above, 'package.json'))
    ? { kind: 'local', root, project: above }
    : { kind: 'global', root }
}
