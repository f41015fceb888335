import type { Env } from '../protocol/host.ts'
import type { Settings } from '../protocol/settings.ts'

/** The words of the launcher that goes before the command of processes this program starts of itself; none: empty. */
export const processWrapper = (
  { processWrapper: setting }: Pick<Settings, 'processWrapper'>,
  env: Env,
): readonly string[] =>
  (env['CAPSTAN_PROCESS_WRAPPER'] ?? env['CLAUDE_CODE_PROCESS_WRAPPER'] ?? setting ?? '')
    .split(/\s+/)
    .filter(word => word !== '')
