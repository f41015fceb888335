import type { Effort, Model, ModelFacts, Thinking } from '../../protocol/model.ts'

export interface ModelChoice {
  /** Retries, recording and all. */
  readonly model: Model
  readonly name: string
  /** What it plans with, where the default is a pair of models: `name` then does the work. */
  readonly planner?: string
  /** Whom it may ask for advice; absent: nobody. */
  readonly advisor?: string
  /** It may not have one, whoever asks. */
  readonly advisorOff?: boolean
  readonly fallbacks: readonly string[]
  /** For questions the person did not ask. */
  readonly small: string
  /** Rows that settings added, and those of other makers where one of them may be asked. */
  readonly rows: readonly ModelFacts[]
  /** Alias → id. */
  resolve(name: string): string
  /** Models that may be chosen, as settings name them; absent: all. */
  readonly available?: readonly string[]
  /** Providers besides the first that can be asked, by name. */
  readonly reachable?: readonly string[]
  /** Who answers for a model reserves, or bills, all of the output that a request allows; absent: nobody does. */
  reservesOutput?(name: string): boolean
  /** Who answers for a model only lets it call tools of the list; absent: nobody does. */
  needsListedTools?(name: string): boolean
  /** Who answers for a model searches the web itself when a request asks for that; absent: nobody does. */
  searches?(name: string): boolean
  readonly thinking?: Thinking
  readonly effort?: Effort
  /** Faster answers from the start, where the model has them. */
  readonly fast?: boolean
  /** Models that think in silence are asked for a summary. */
  readonly summaries?: boolean
  /** Given for this run: what was chosen earlier in the session does not count. */
  readonly byHand?: readonly ('effort' | 'thinking')[]
  readonly betas?: readonly string[]
  /** False: no prompt-cache marks. */
  readonly cache: boolean
  /** Families of models whose requests have none either, in lower case. */
  readonly uncached?: readonly string[]
  /** Whether marks may ask for an hour, and whether a new session does. Absent: the provider might not know that. */
  readonly cacheHour?: 'possible' | 'wanted'
}
