import type { Languages } from '../../features/language-servers/languages.ts'
import type { CodeProblem, CodeReport } from '../../protocol/code/code-report.ts'
import type { LanguageServerChoice } from './options.ts'

const MOST = 200

/** What is known now: nothing is started to answer. */
export const codeReport = (languages: Languages | undefined, { off }: LanguageServerChoice): CodeReport => ({
  ...(off ? { off } : {}),
  servers: languages?.states() ?? [],
  missing: languages?.missing ?? [],
  problems: languages ? problemsOf(languages) : [],
})

const problemsOf = (languages: Languages): readonly CodeProblem[] =>
  languages
    .problems()
    .toSorted(
      (one, other) =>
        Number(one.severity !== 'error') - Number(other.severity !== 'error') ||
        one.path.localeCompare(other.path) ||
        one.line - other.line,
    )
    .slice(0, MOST)
