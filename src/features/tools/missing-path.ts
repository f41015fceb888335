import { isAbsolute } from 'node:path'
import { escapeLine } from '../../lib/escape-text.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { similarPaths } from './read/similar-paths.ts'

const says = modelTexts('missingPath', {
  missing: { en: '{path} does not exist.{hint}', zh: '{path} 不存在。{hint}' },
  missingFrom: {
    en: '{path} does not exist (the current directory is {cwd}).{hint}',
    zh: '{path} 不存在（当前目录是 {cwd}）。{hint}',
  },
  similar: { en: ' Did you mean {names}?', zh: '是否指 {names}？' },
  look: { en: ' Look for it with Glob.', zh: '请用 Glob 查找。' },
})

/** What is said of a path that leads nowhere: from where it was looked for, and what it may have meant. */
export const missingMessage = (given: string, path: string, cwd: string): LocalizedText => {
  const similar = similarPaths(path, cwd).map(name => escapeLine(name, 1_000))
  const hint = similar.length > 0 ? says('similar', { names: similar.join(' or ') }) : says('look')
  return isAbsolute(given) || given.startsWith('~')
    ? says('missing', { path, hint })
    : says('missingFrom', { path, cwd, hint })
}
