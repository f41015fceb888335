import { inEnglish } from '../../protocol/messages/localized-text.ts'
import type { Surface } from './surfaces.ts'
import type { Verdict } from './verdict.ts'

/** How many names of a surface have each verdict. */
export const countVerdicts = ({ names }: Surface): Readonly<Record<Verdict['verdict'], number>> => {
  const count = { works: 0, differs: 0, absent: 0 }
  for (const { verdict } of Object.values(names)) count[verdict]++
  return count
}

/**
 * The table as Markdown: figures, then every surface with what is different or missing in words. `read` are the names
 * this program reads on a surface: those of its own come last.
 */
export const publishCompatibility = (
  surfaces: readonly Surface[],
  read: Readonly<Record<string, readonly string[]>>,
): string =>
  [
    '| | names | work | work differently | not here |',
    '|---|---|---|---|---|',
    ...surfaces.map(figures),
    '',
    ...surfaces.flatMap(surface => section(surface, read[surface.key] ?? [])),
  ].join('\n')

const anchor = (title: string): string => title.toLowerCase().replaceAll(' ', '-')

const figures = (surface: Surface): string => {
  const { works, differs, absent } = countVerdicts(surface)
  return `| [${surface.title}](#${anchor(surface.title)}) | ${works + differs + absent} | ${works} | ${differs} | ${absent} |`
}

const section = ({ title, names }: Surface, read: readonly string[]): readonly string[] => {
  const of = (verdict: Verdict['verdict']): readonly [string, Verdict][] =>
    Object.entries(names).filter(([, each]) => each.verdict === verdict)
  const others = [...of('differs'), ...of('absent')]
  const quoted = (each: readonly string[]): string => each.map(name => `\`${name}\``).join(' ')
  const well = of('works').map(([name]) => name)
  // Names in another script are the same commands once more.
  const own = read.filter(name => !Object.hasOwn(names, name) && !/\p{Script=Han}/u.test(name))
  return [
    `## ${title}`,
    '',
    ...(well.length > 0 ? [`Work: ${quoted(well)}`, ''] : []),
    ...(others.length > 0 ? ['| name | | |', '|---|---|---|', ...others.map(tableLine), ''] : []),
    ...(own.length > 0 ? [`Only in Capstan: ${quoted(own)}`, ''] : []),
  ]
}

const LABELS = { works: 'works', differs: 'differs', absent: 'not here' } as const

const tableLine = ([name, verdict]: readonly [string, Verdict]): string =>
  `| \`${name}\` | ${LABELS[verdict.verdict]} | ${verdict.verdict === 'works' ? '' : inEnglish(verdict.text)} |`
