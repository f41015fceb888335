import { findTrustRoot } from '../../features/trust/find-trust-root.ts'
import { changeState } from '../../features/trust/state-file.ts'
import type { SurveyFindingKind } from '../../features/trust/survey/finding.ts'
import { renderSurvey } from '../../features/trust/survey/render-survey.ts'
import { trustFolder } from '../../features/trust/trusted-folders.ts'
import type { TrustPort } from '../../frontends/tui/ports/trust-port.ts'
import { findFolderTrust } from '../../host/trust/folder-trust.ts'
import { surveyTrustRoot } from '../../host/trust/survey-trust-root.ts'
import type { Env, Overrides } from '../../protocol/host.ts'

export interface TrustOptions {
  /** Real path. */
  readonly cwd: string
  readonly home: string
  readonly configHome: string
  readonly env: Env
  newId(): string
  now(): number
}

export interface SessionTrust extends TrustPort {
  /** The person said yes in this session: what comes with the folder counts, also where it cannot be remembered. */
  readonly accepted: boolean
}

/** Told in the survey, but nothing a yes would change. */
const NO_WISH: ReadonlySet<SurveyFindingKind> = new Set([
  'restriction',
  'never',
  'linked',
  'unreadable',
  'git_program',
])

/** Asks about a folder that is not trusted and wants something. */
export const createTrustPort = (options: Overrides, place: TrustOptions): SessionTrust => {
  const root = findTrustRoot(place.cwd, place.home)
  let accepted = false
  return {
    get accepted() {
      return accepted
    },
    wish: async () => {
      if (!mayCount(options) || findFolderTrust(options, place).trusted) return undefined
      const survey = await surveyTrustRoot(place, root)
      if (survey.wishes.every(({ kind }) => NO_WISH.has(kind))) return undefined
      return {
        directory: root.path,
        survey: renderSurvey(survey),
        lasting: root.lasting,
      }
    },
    accept: async () => {
      if (root.lasting)
        await changeState(
          place.configHome,
          state => trustFolder(state, root.path, new Date(place.now())),
          place,
        )
      accepted = true
    },
  }
}

/** Whether anything of the folder is wanted at all. */
const mayCount = ({ bare, settingSources }: Overrides): boolean =>
  !bare && (settingSources === undefined || settingSources.some(source => source !== 'user'))
