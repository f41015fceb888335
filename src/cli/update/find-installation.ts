import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { packageOfNative } from '../native-package.ts'
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
  if (thisProgram([execPath, script], execPath).script === undefined) return nativeAt(realpathSync(execPath))
  return packageAt(dirname(dirname(realpathSync(script))))
}

/** Packages of npm and of the system say what they are in a file beside it. */
const nativeAt = (file: string): Installation => {
  const folder = dirname(file)
  const root = packageOfNative(folder)
  if (root !== undefined) return packageAt(root)
  const isPackaged = existsSync(join(folder, 'VERSION')) && existsSync(join(folder, 'package.json'))
  return isPackaged && !existsSync(join(folder, 'src'))
    ? { kind: 'other', root: folder }
    : { kind: 'native', file }
}

const packageAt = (root: string): Installation => {
  if (existsSync(join(root, 'src')) && existsSync(join(root, 'package-lock.json')))
    return { kind: 'checkout', root }
  const folder = dirname(root)
  // What lies in pnpm's store is shared with other installations, and checked.
  if (basename(folder) !== 'node_modules' || root.includes('/.pnpm/')) return { kind: 'other', root }
  const above = dirname(folder)
  return existsSync(join(above, 'package.json'))
    ? { kind: 'local', root, project: above }
    : { kind: 'global', root }
}
