import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
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

/** Own ones: a Markdown file for each, whose name is theirs. */
const FOLDERS = ['reviewers', '.capstan/reviewers']
const MAX_CHARS = 8_000
const MAX_RULES = 16_000

/** The built-in finders and those of the project; one of the same name takes the place of a built-in one. */
export const findersFor = (root: string, language: PromptLanguage): readonly Finder[] => {
  const own = FOLDERS.flatMap(folder => readFolder(join(root, folder)))
  const usual = BUILT_IN.filter(name => !own.some(finder => finder.name === name))
  return [...usual.map(name => ({ name, look: forModel(says(name), language) })), ...own]
}

const readFolder = (folder: string): readonly Finder[] =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(folder)
        .filter(name => /^[\w-]+\.md$/.test(name))
        .sort()
        .map(name => ({
          name: basename(name, '.md'),
          look: readFileSync(join(folder, name), 'utf8').slice(0, MAX_CHARS).trim(),
        }))
    : []

/** What the project says about reviews; empty: nothing. */
export const reviewRules = (root: string): string => {
  const path = ['REVIEW.md', '.capstan/REVIEW.md']
    .map(name => join(root, name))
    .find(name => existsSync(name))
  return path === undefined ? '' : readFileSync(path, 'utf8').slice(0, MAX_RULES).trim()
}
