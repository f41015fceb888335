import { expect, test } from 'vitest'
import { openFakeUi } from '../../../../../test/support/fake-ui.tsx'
import { panelEngine } from '../../../../../test/support/panel-world.ts'
import type { SkillInfo } from '../../../../protocol/extensions/skill-info.ts'
import type { Op } from '../../../../protocol/op.ts'
import { SkillsPanel } from './skills-panel.tsx'

const skill = (name: string, more: Partial<SkillInfo> = {}): SkillInfo => ({
  name,
  kind: 'skill',
  description: `does ${name}`,
  source: { level: 'project', directory: '.claude' },
  file: `/w/${name}/SKILL.md`,
  tokens: 1_200,
  byPerson: true,
  byModel: true,
  ...more,
})

test('skills show source, size and state; one is switched off or opened in the editor', async () => {
  let skills = [
    skill('old', { off: true, use: 'off' }),
    skill('kit:fmt', { source: { level: 'plugin', name: 'kit' }, description: 'formats \u001b[2Jall' }),
    skill('deploy'),
  ]
  const sent: Op[] = []
  const opened: string[] = []
  const engine = panelEngine()
  engine.query = (async (query: string) =>
    query === 'skills' ? skills : [{ source: { level: 'user' }, message: 'x' }]) as typeof engine.query
  engine.send = async op => {
    sent.push(op)
    skills = skills.map(each => (each.name === 'deploy' ? { ...each, off: true, use: 'off' } : each))
  }
  await using fake = await openFakeUi({
    engine,
    columns: 110,
    rows: 30,
    ports: { system: { openFile: async ({ path }: { path: string }) => void opened.push(path) } },
  })
  await fake.mount(<SkillsPanel params={undefined} close={() => undefined} />)
  await fake.settle()
  const press = async (...keys: string[]): Promise<string> => {
    for (const key of keys) {
      await fake.press(key)
      await fake.settle()
    }
    return fake.screen().join('\n')
  }
  const list = fake.screen().join('\n')
  expect(list).toMatch(
    /● \/kit:fmt.*plugin kit · ≈1,200 tokens[\s\S]*● \/deploy[\s\S]*– \/old.*off · project/,
  )
  expect(list).not.toContain('\u001b[2J')
  expect(list).toContain('1 problem: see /extensions')
  const details = await press('down', 'enter')
  expect(details).toContain('From: project (/w/deploy/SKILL.md)')
  expect(details).toContain('Called by: you and the model')
  await press('down', 'down', 'down', 'down', 'enter')
  expect(opened).toEqual(['/w/deploy/SKILL.md'])
  expect(await press('up', 'enter')).toContain('Called by: nobody')
  expect(sent).toEqual([{ type: 'use_skill', name: 'deploy', use: 'off' }])
  expect(await press('escape')).toMatch(/– \/deploy/)
})

test('a prompt that comes with Capstan is described as in the list of commands, in the language in force', async () => {
  const engine = panelEngine()
  const skills = [
    skill('verify', { source: { level: 'built-in' }, description: 'Run the change' }),
    skill('pr', { description: 'written by the project' }),
    skill('commit', { source: { level: 'built-in' }, description: 'Commit the changes' }),
  ]
  const commands = [
    { name: 'verify', description: '像用户那样运行改动' },
    { name: 'pr', description: '为本分支创建拉取请求' },
    // The person's own goes before ours, and speaks for itself.
    { name: 'commit', description: 'own words', skill: true },
  ]
  engine.query = (async (query: string) =>
    query === 'skills' ? skills : query === 'commands' ? commands : []) as typeof engine.query
  await using fake = await openFakeUi({ engine, columns: 110, rows: 30 })
  await fake.mount(<SkillsPanel params={undefined} close={() => undefined} />)
  await fake.settle()
  const list = fake.screen().join('\n')
  expect(list).toContain('像用户那样运行改动')
  expect(list).toContain('written by the project')
  expect(list).toContain('Commit the changes')
  await fake.press('enter')
  await fake.settle()
  expect(fake.screen().join('\n')).toContain('像用户那样运行改动')
})
