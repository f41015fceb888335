import type { SkillUse } from '../../../../protocol/extensions/skill-info.ts'
import type { ContributionSource } from '../../../../protocol/extensions/source.ts'

const uses: Readonly<Record<SkillUse, string>> = {
  on: 'on',
  'name-only': 'name only',
  'user-invocable-only': 'only you',
  off: 'off',
}

const useDetails: Readonly<Record<SkillUse, string>> = {
  on: 'you and the model can call it',
  'name-only': 'the model sees its name but not its description',
  'user-invocable-only': 'the model can’t call it',
  off: 'nobody can call it',
}

const levels: Readonly<Record<ContributionSource['level'], string>> = {
  'built-in': 'Capstan',
  managed: 'organization',
  user: 'user',
  project: 'project',
  local: 'local',
  flag: 'command line',
  plugin: 'plugin',
  server: 'MCP server',
}

export const skillsEn = {
  title: 'Skills',
  hint: 'Enter details · Esc close',
  backHint: 'Enter choose · Esc back',
  nothing: 'No skills yet. Put one in .capstan/skills/<name>/SKILL.md, or make one with /skillify.',
  problems: (count: number) => `${count === 1 ? '1 problem' : `${count} problems`}: see /extensions`,
  uses,
  useDetails,
  levels,
  callers: { both: 'you and the model', you: 'you', model: 'the model', nobody: 'nobody' },
  tokens: (count: number) => `≈${count.toLocaleString('en-US')} ${count === 1 ? 'token' : 'tokens'}`,
  from: 'From',
  calledBy: 'Called by',
  size: 'When called',
  waitsFor: 'Offered once the model works on',
  forks: 'Runs in its own context; only the result joins the conversation.',
  open: 'Open in your editor',
  back: 'Back',
  saved: 'Saved for this project.',
}
