import { readFileSync } from 'node:fs'

export type IniSections = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The sections of a file such as `~/.aws/config`; none when there is no such file. Nested lines are left out. */
export const readIni = (path: string): IniSections => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') return {}
    throw error
  }
  const sections: Record<string, Record<string, string>> = {}
  let current: Record<string, string> | undefined
  for (const line of text.split(/\r?\n/)) {
    const name = /^\s*\[\s*([^\]]+?)\s*\]/.exec(line)?.[1]
    if (name !== undefined) {
      current = sections[name] ?? {}
      sections[name] = current
      continue
    }
    const [, key, value] = /^([^\s#;=][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (current && key !== undefined) current[key] = value ?? ''
  }
  return sections
}
