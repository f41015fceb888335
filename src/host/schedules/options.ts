import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { SchedulesChoice } from '../../engine/schedules/options.ts'
import type { Env, Overrides } from '../../protocol/host.ts'
import { isOn } from '../environment.ts'
import type { Gathered } from '../settings/gather-settings.ts'
import type { Start } from '../start.ts'

type Options = Pick<Overrides, 'bare' | 'settingSources'>

/** What fires by itself, and where that is kept. Files of a folder that nobody trusts have no say. */
export const chooseSchedules = (
  { bare, settingSources = ['user', 'project'] }: Options,
  { trusted }: Pick<Gathered, 'trusted'>,
  { cwd, home, configHome, env }: Start & { readonly env: Env },
): { readonly schedules: SchedulesChoice } => {
  const names = env['CAPSTAN_COMPAT'] === '0' ? ['.capstan'] : ['.capstan', '.claude']
  const ofProject = trusted && !bare && settingSources.includes('project') ? names : []
  const ofPerson = bare || !settingSources.includes('user') ? [] : [configHome, join(home, '.claude')]
  // Not the readable name that sessions have: two folders must never share a yes.
  const key = createHash('sha256').update(cwd).digest('hex').slice(0, 32)
  const schedules = {
    root: cwd,
    files: ofProject.map(name => join(cwd, name, 'scheduled_tasks.json')),
    state: join(configHome, 'schedules', key),
    loopFiles: [...ofProject.map(name => join(cwd, name)), ...ofPerson].map(path => join(path, 'loop.md')),
    ...(isOn(env, 'CLAUDE_CODE_DISABLE_CRON') ? { off: true } : {}),
  }
  return { schedules }
}
