import type { SkillChoice } from '../../engine/skills/options.ts'
import type { Overrides } from '../../protocol/host.ts'
import type { EnvironmentOptions } from '../environment.ts'
import type { Gathered } from '../settings/gather-settings.ts'

/** What command line and settings say about skills. */
export const chooseSkills = (
  {
    disableSlashCommands,
    agents,
    bare,
    skills,
  }: Pick<Overrides, 'disableSlashCommands' | 'agents' | 'bare' | 'skills'>,
  { settings }: Pick<Gathered, 'settings'>,
  { configHome, env }: { readonly configHome: string; readonly env: Pick<EnvironmentOptions, 'skillChars'> },
): SkillChoice => {
  const { skillOverrides, skillListingBudgetFraction: share, skillListingMaxDescChars: chars } = settings
  return {
    configHome,
    ...(disableSlashCommands || bare ? { off: true } : {}),
    ...(settings.disableBundledSkills || disableSlashCommands ? { bundledOff: true } : {}),
    ...(settings.disableSkillShellExecution ? { shellOff: true } : {}),
    ...(skillOverrides ? { overrides: skillOverrides } : {}),
    ...(share === undefined ? {} : { listingShare: share }),
    ...(chars === undefined ? {} : { descriptionChars: chars }),
    ...(env.skillChars === undefined ? {} : { listingChars: Math.floor(env.skillChars) }),
    ...(agents === undefined ? {} : { agents }),
    ...(skills ? { only: skills } : {}),
  }
}
