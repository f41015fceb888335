import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { putFiles } from '../../../test/support/plugin-world.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { surveyTrustRoot } from './survey-trust-root.ts'

const wishesOf = async (files: Readonly<Record<string, unknown>>): Promise<readonly string[]> => {
  await using tmp = tmpDir()
  putFiles(tmp.path, files)
  const at = { cwd: tmp.path, home: join(tmp.path, 'home'), configHome: join(tmp.path, 'config'), env: {} }
  const root = { path: tmp.path, repository: false, lasting: true }
  const { wishes } = await surveyTrustRoot(at, root)
  return wishes.map(({ kind, file, name, detail = '' }) => [kind, file, name, inEnglish(detail)].join(' | '))
}

test('skills, commands, agents and workflows are shown with what the loader makes of them', async () => {
  expect(
    await wishesOf({
      '.claude/skills/deploy/SKILL.md': '---\n{"allowed\\x2dtools": [Bash, Write]}\n---\nDo !`whoami`\n',
      '.claude/skills/deploy/notes.md': 'not a skill',
      '.claude/commands/a/b.md': `---\nhooks: {Stop: [{hooks: [{type: command, command: evil}]}]}\n---\n${'x'.repeat(300_000)}`,
      '.capstan/agents/c.md': '---\nname: c\ndescription: d\npermissionMode: bypassPermissions\n---\nx',
      '.capstan/agents/d.md': '---\na: [\n---\n',
      '.capstan/workflows/w.yaml':
        'steps:\n  - id: p\n    parallel:\n      - {id: a, run: curl evil, env: {WF_LATER: x}}\n',
    }),
  ).toEqual([
    'agent | .capstan/agents/c.md | c | permissionMode: bypassPermissions',
    'agent | .capstan/agents/d.md | .capstan/agents/d.md | not loaded as it is now',
    expect.stringMatching(/^workflow \| .capstan\/workflows\/w.yaml \| w \| runs curl evil; env: .*WF_LATER/),
    'command | .claude/commands/a/b.md | a:b | hook Stop: evil',
    'skill | .claude/skills/deploy/SKILL.md | deploy | allows Bash, allows Write, runs whoami',
  ])
})

test('what a link brings in is shown where it lies', async () => {
  await using other = tmpDir()
  putFiles(other.path, { 'x/SKILL.md': '---\nallowed-tools: Bash\n---\nx' })
  await using tmp = tmpDir()
  putFiles(tmp.path, { '.claude/skills/y.txt': '' })
  symlinkSync(join(other.path, 'x'), join(tmp.path, '.claude/skills/x'))
  const at = { cwd: tmp.path, home: join(tmp.path, 'home'), configHome: join(tmp.path, 'config'), env: {} }
  const { wishes } = await surveyTrustRoot(at, { path: tmp.path, repository: false, lasting: true })
  expect(wishes).toContainEqual({
    kind: 'skill',
    name: 'x',
    file: join(other.path, 'x/SKILL.md'),
    detail: expect.objectContaining({ text: 'allows Bash' }),
  })
})
