import { accessSync, constants, rmSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { GitSetting } from '../../lib/git/read-git-view.ts'
import { driversOf, filterDrivers } from '../../lib/git/switched-off.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import { fieldsOf, gitLine, gitText, REPOSITORY, type WorktreeDeps } from './deps.ts'
import { adminDirectory } from './record.ts'

const says = modelTexts('worktree_programs', {
  gitFailed: { en: 'git {verb} failed: {why}', zh: 'git {verb} 失败：{why}' },
  checkAttr: { en: 'git check-attr failed: {why}', zh: 'git check-attr 失败：{why}' },
  driver: {
    en: '{path} goes through {driver} of your git settings, and Capstan starts no such program by itself. Commit in {tree} and run git merge in {main} yourself. Nothing was changed.',
    zh: '{path} 要经过你的 git 设置中的 {driver}，而 Capstan 不会自行启动这类程序。请在 {tree} 中提交，并自己在 {main} 中运行 git merge。没有更改任何内容。',
  },
})

/** Programs of the repository's settings that a plain git would start for a checkout. */
export interface CheckoutPrograms {
  /** Each as part of a sentence. */
  readonly texts: readonly string[]
  /** Where git would look for hooks. */
  readonly hooks: string
}

interface Settings {
  /** Of git, as they count in the main checkout. */
  readonly settings: readonly GitSetting[]
}

/** What a checkout of the commit would start, by the settings of the main checkout. Nothing is started to find out. */
export const checkoutPrograms = async (
  { main, base, settings }: { readonly main: string; readonly base: string } & Settings,
  deps: WorktreeDeps,
): Promise<CheckoutPrograms> => {
  const common = adminDirectory(main) || join(main, '.git')
  const hooks = (await hooksSetting(main, settings, deps)) ?? join(common, 'hooks')
  const drivers = filterDrivers(settings)
  const filters = drivers.size === 0 ? [] : await filtersUsed({ main, base, common, drivers }, deps)
  const hook = join(hooks, 'post-checkout')
  const isThere = isAbsolute(hook) ? isExecutable(hook) : await isInTree({ main, base, path: hook }, deps)
  return { texts: [...filters, ...(isThere ? [`the git hook ${hook}`] : [])], hooks }
}

/** Relative: to the top of the checkout the hook runs in. */
const hooksSetting = async (
  main: string,
  settings: readonly GitSetting[],
  deps: Pick<WorktreeDeps, 'git'>,
): Promise<string | undefined> => {
  const last = settings.findLast(({ name }) => name === 'core.hookspath')
  if (!last?.value.startsWith('~')) return last?.value || undefined
  return await gitLine(deps, main, ['config', `--${last.scope}`, '--type=path', '--get', 'core.hooksPath'])
}

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    // There is none, or git could not start it either.
    return false
  }
}

const isInTree = async (
  { main, base, path }: Readonly<Record<'main' | 'base' | 'path', string>>,
  deps: Pick<WorktreeDeps, 'git'>,
): Promise<boolean> => {
  const listed = await deps.git({ cwd: main, args: ['ls-tree', '-z', base, '--', path] })
  return listed.ok && /^(?:100755|120000) /.test(listed.output)
}

interface FilterSearch {
  readonly main: string
  readonly base: string
  readonly common: string
  readonly drivers: ReadonlyMap<string, string>
}

/** Attributes as they are in the commit: an index of its own is filled with it and asked. */
const filtersUsed = async (
  { main, base, common, drivers }: FilterSearch,
  deps: WorktreeDeps,
): Promise<readonly string[]> => {
  const index = join(common, `capstan-index-${deps.newId()}`)
  const must = async (args: readonly string[], input?: string): Promise<string> => {
    const run = { cwd: main, index, args, writes: REPOSITORY }
    const answer = await deps.git({ ...run, ...(input === undefined ? {} : { input }) })
    if (answer.ok) return answer.output
    throw new ToolError(says('gitFailed', { verb: args[0] ?? '', why: answer.words }))
  }
  try {
    await must(['read-tree', base])
    const names = await must(['ls-files', '-z'])
    const found = attributesIn(await must(['check-attr', '--cached', '-z', '--stdin', 'filter'], names))
    return [...drivers].flatMap(([name, command]) => {
      const files = found.filter(({ value }) => value === name).map(({ path }) => path)
      const [first] = files
      if (first === undefined) return []
      const which = files.length === 1 ? first : `${files.length} files, such as ${first}`
      return [`the filter ${name} (${command}) for ${which}`]
    })
  } finally {
    rmSync(index, { force: true })
    rmSync(`${index}.lock`, { force: true })
  }
}

interface Attribute {
  readonly path: string
  readonly value: string
}

/** `path NUL attribute NUL value NUL`, again and again. */
const attributesIn = (text: string): readonly Attribute[] => {
  const fields = text.split('\0')
  const found: Attribute[] = []
  for (let at = 0; at + 2 < fields.length; at += 3)
    found.push({ path: fields[at] ?? '', value: fields[at + 2] ?? '' })
  return found
}

/**
 * Refuses a merge that a filter or merge driver has a part in: without it, other content than the person's would be
 * committed or checked out.
 */
export const refuseFiltered = async (
  { path, main, tip, settings }: Readonly<Record<'path' | 'main' | 'tip', string>> & Settings,
  deps: Pick<WorktreeDeps, 'git'>,
): Promise<void> => {
  const drivers = driversOf(settings)
  if (drivers.size === 0) return
  const diff = ['diff', '--name-only', '-z', '--no-ext-diff', '--no-renames']
  const changed = [
    ...fieldsOf(await gitText(deps, path, [...diff, 'HEAD'])),
    ...fieldsOf(await gitText(deps, path, ['ls-files', '-z', '--others', '--exclude-standard'])),
    ...fieldsOf(await gitText(deps, main, [...diff, `HEAD...${tip}`])),
  ]
  if (changed.length === 0) return
  const checked = await deps.git({
    cwd: path,
    args: ['check-attr', '-z', '--stdin', 'filter', 'merge'],
    input: `${[...new Set(changed)].join('\0')}\0`,
  })
  if (!checked.ok) throw new ToolError(says('checkAttr', { why: checked.words }))
  const hit = attributesIn(checked.output).find(({ value }) => drivers.has(value))
  if (hit)
    throw new ToolError(
      says('driver', { path: hit.path, driver: drivers.get(hit.value) ?? hit.value, tree: path, main }),
    )
}
