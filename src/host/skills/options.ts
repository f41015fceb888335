import type { SkillChoice } from '../../engine/skills/options.ts'
import type { Overrides } from '../../protocol/host.ts'
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
  configHome: string,
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
    ...(agents === undefined ? {} : { agents }),
    ...(skills ? { only: skills } : {}),
  }
}
