import type { Tool } from '../../protocol/tool.ts'

/** Every built-in tool by name; its module, and zod with it, loads with its first call. */
export const toolLoaders: Readonly<Record<string, () => Promise<Tool>>> = {
  Bash: () => import('./bash/bash.ts').then(module => module.bashTool),
  Edit: () => import('./edit/edit.ts').then(module => module.editTool),
  Glob: () => import('./glob/glob.ts').then(module => module.globTool),
  Grep: () => import('./grep/grep.ts').then(module => module.grepTool),
  Read: () => import('./read/read.ts').then(module => module.readTool),
  Write: () => import('./write/write.ts').then(module => module.writeTool),
}
