import type { JudgedFinding } from './finding.ts'

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'

/** Findings as SARIF 2.1.0, which code hosts and editors read. */
export const sarifReport = (
  findings: readonly JudgedFinding[],
  { version }: { readonly version: string },
): object => {
  const rules = [...new Set(findings.map(ruleOf))]
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Capstan',
            semanticVersion: version,
            rules: rules.map(id => ({ id, shortDescription: { text: id } })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.map(finding => ({
          ruleId: ruleOf(finding),
          ruleIndex: rules.indexOf(ruleOf(finding)),
          level: finding.severity,
          message: { text: messageOf(finding) },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: uriOf(finding.file), uriBaseId: 'SRCROOT' },
                region: { startLine: finding.line },
              },
            },
          ],
          partialFingerprints: { capstanFinding: `${finding.file}:${ruleOf(finding)}:${finding.title}` },
          properties: {
            verdict: finding.verdict,
            by: finding.by,
            reproduced: finding.reproduced !== undefined,
          },
        })),
      },
    ],
  }
}

const ruleOf = ({ by }: JudgedFinding): string => by[0] ?? 'review'

const uriOf = (file: string): string => file.split('/').map(encodeURIComponent).join('/')

/** All of a finding as plain text. */
export const messageOf = ({ title, why, shows, because, reproduced, ran }: JudgedFinding): string =>
  [
    title,
    why,
    shows,
    because,
    ...[reproduced, ran].flatMap(command => command ?? []).map(line => `$ ${line}`),
  ]
    .filter(text => text.trim() !== '')
    .join('\n\n')
