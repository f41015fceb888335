import { basename } from 'node:path'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

/** Somebody who looks at a change from one side. */
export interface Finder {
  readonly name: string
  readonly look: string
}

const says = modelTexts('review_finders', {
  correctness: {
    en: 'Whether it does what it claims: logic, edge cases, wrong conditions, errors swallowed, states that cannot be left.',
    zh: '是否做到了它声称的事：逻辑、边界情况、错误的条件、被吞掉的错误、无法离开的状态。',
  },
  security: {
    en: 'Input that others control and where it does harm, missing checks of who may do what, secrets in code and logs, unsafe defaults, new dependencies.',
    zh: '他人可控的输入及其造成危害之处、缺少的权限检查、代码和日志中的密钥、不安全的默认值、新的依赖。',
  },
  'data-loss': {
    en: 'What can be lost or damaged: files overwritten, partial writes, migrations that cannot go back, transactions, deletes that reach too far.',
    zh: '可能丢失或损坏的内容：被覆盖的文件、写到一半的数据、无法回退的迁移、事务、删除范围过大。',
  },
  concurrency: {
    en: 'Races, missing awaits and locks, shared state, order that is taken for granted, deadlocks, resources left open, work after cancellation.',
    zh: '竞态、缺少的 await 和锁、共享状态、想当然的顺序、死锁、未释放的资源、取消之后仍在进行的工作。',
  },
  compatibility: {
    en: 'What breaks for others: interfaces, stored data, wire formats, settings, command lines, platforms and versions that are supported.',
    zh: '会弄坏他人的什么：接口、已存储的数据、传输格式、设置、命令行、所支持的平台和版本。',
  },
  tests: {
    en: 'Behavior that changed and could be wrong without a failing test, tests that cannot fail, and tests that depend on time or order.',
    zh: '有改动但出错时没有测试会失败的行为、不可能失败的测试，以及依赖时间或顺序的测试。',
  },
  simplicity: {
    en: 'Code that nothing needs, the same thing said twice, a way that is much harder to live with than another one at hand. No matters of taste.',
    zh: '没有用处的代码、重复的内容、明显比现成做法更难维护的写法。不谈个人喜好。',
  },
})

const BUILT_IN = [
  'correctness',
  'security',
  'data-loss',
  'concurrency',
  'compatibility',
  'tests',
  'simplicity',
] as const

/** Files of the project at the state whose word counts for a review. */
export interface ProjectFiles {
  /** Names of the files in a folder; none: there is no such folder. */
  names(folder: string): Promise<readonly string[]>
  /** Undefined: there is none, it is a link, or too large to be a text for somebody. */
  read(path: string): Promise<string | undefined>
}

/** Own ones: a Markdown file for each, whose name is theirs. */
const FOLDERS = ['reviewers', '.capstan/reviewers']
const MAX_CHARS = 8_000
const MAX_RULES = 16_000
const MAX_INSTRUCTIONS = 24_000

/** The built-in finders and those of the project; one of the same name takes the place of a built-in one. */
export const findersFor = async (
  files: ProjectFiles,
  language: PromptLanguage,
): Promise<readonly Finder[]> => {
  const own = new Map<string, Finder>()
  for (const folder of FOLDERS)
    for (const name of (await files.names(folder)).filter(each => /^[\w-]+\.md$/.test(each)).toSorted()) {
      const look = (await files.read(`${folder}/${name}`))?.slice(0, MAX_CHARS).trim()
      const finder = basename(name, '.md')
      if (look) own.set(finder, { name: finder, look })
    }
  const usual = BUILT_IN.filter(name => !own.has(name))
  return [...usual.map(name => ({ name, look: forModel(says(name), language) })), ...own.values()]
}

/** What the project says about reviews, and about work on the files that a change touches; empty: nothing. */
export const reviewRules = async (files: ProjectFiles, changed: readonly string[]): Promise<string> => {
  const rules = (await files.read('REVIEW.md')) ?? (await files.read('.capstan/REVIEW.md')) ?? ''
  const texts: string[] = []
  for (const folder of foldersOf(changed))
    for (const name of ['AGENTS.md', 'CLAUDE.md']) {
      const path = folder === '' ? name : `${folder}/${name}`
      const text = (await files.read(path))?.trim()
      // Both names often lead to the same words.
      if (text && !texts.some(known => known.endsWith(text))) texts.push(`${path}:\n${text}`)
    }
  return [rules.slice(0, MAX_RULES).trim(), texts.join('\n\n').slice(0, MAX_INSTRUCTIONS)]
    .filter(text => text !== '')
    .join('\n\n')
}

/** The top and all folders in which something is changed, the outer ones first. */
const foldersOf = (changed: readonly string[]): readonly string[] => {
  const folders = new Set([''])
  for (const file of changed) {
    const words = file.split('/').slice(0, -1)
    words.forEach((_, index) => void folders.add(words.slice(0, index + 1).join('/')))
  }
  return [...folders].toSorted().slice(0, 200)
}
