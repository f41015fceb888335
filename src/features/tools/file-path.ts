import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { expandHome } from '../../lib/paths.ts'

/** The path a tool means: `~` expanded, relative to the directory of the call. */
export const absolutePath = (path: string, cwd: string): string => resolve(cwd, expandHome(path, homedir()))
