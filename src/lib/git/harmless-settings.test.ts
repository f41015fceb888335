import { expect, test } from 'vitest'
import { HARMLESS_PATTERNS, isHarmlessSetting } from './harmless-settings.ts'

test.each([
  'core.repositoryformatversion',
  'core.bare',
  'core.ignorecase',
  'user.name',
  'remote.origin.url',
  'remote.a.b.fetch',
  'branch.main.remote',
  'branch.feature/x.vscode-merge-base',
  'pull.rebase',
  'merge.conflictstyle',
  'color.status.added',
  'extensions.worktreeconfig',
  'http.https://example.org/.extraheader',
  'lfs.https://example.org/x.git.access',
])('%s is harmless', name => {
  expect(isHarmlessSetting(name)).toBe(true)
})

test.each([
  'core.fsmonitor',
  'core.hookspath',
  'core.sshcommand',
  'core.worktree',
  'core.attributesfile',
  'core.barely',
  'core.x.bare',
  'filter.lfs.clean',
  'filter.x',
  'diff.x.textconv',
  'diff.external',
  'diff.orderfile',
  'merge.x.driver',
  'include.path',
  'includeif.gitdir:x.path',
  'alias.st',
  'credential.helper',
  'gpg.program',
  'log.showsignature',
  'remote.origin.promisor',
  'remote.origin.uploadpack',
  'remote.url.vcs',
  'submodule.x.update',
  'trace2.eventtarget',
  'blame.ignorerevsfile',
  'mailmap.file',
  'gc.recentobjectshook',
  'nobody.knows',
  '',
  'core',
])('%j is not known to be harmless', name => {
  expect(isHarmlessSetting(name)).toBe(false)
})

test('a pattern can stand unquoted in a shell, and leaves one part of a name free at most', () => {
  for (const pattern of HARMLESS_PATTERNS) {
    expect(pattern).toMatch(/^[a-z0-9.*-]+$/)
    expect(pattern.split('*').length).toBeLessThanOrEqual(2)
  }
})
