/** What a model says in pieces as it says them: about four characters each. */
const PARAGRAPHS = [
  '## Step {n}: read the configuration\n\n',
  'The loader looks in three places and takes the **first file** it finds; see `src/settings/load.ts` for the order. When a file cannot be parsed, the error names its path and line.\n\n',
  '- read the *user* file, then the project file\n- merge them, the later one wins\n- warn about `unknown` keys\n\n',
  '```ts\nexport const load = async (path: string): Promise<Settings> => {\n  const text = await readFile(path, "utf8")\n  return merge(defaults, parse(text))\n}\n```\n\n',
  '| place | file | wins |\n|---|---|---|\n| user | ~/.config | no |\n| project | ./config | yes |\n\n',
  '1. run the tests\n2. look at the failures\n3. fix them one by one\n\n',
]

export const markdownTokens = (count: number): readonly string[] => {
  const tokens: string[] = []
  for (let n = 0; tokens.length < count; n++) {
    const paragraph = (PARAGRAPHS[n % PARAGRAPHS.length] ?? '').replace('{n}', String(n))
    tokens.push(...(paragraph.match(/\s*\S{1,6}|\s+$/g) ?? []))
  }
  return tokens.slice(0, count)
}

/** A reply of about so many bytes. */
export const markdownReply = (bytes: number): readonly string[] => {
  let length = 0
  return markdownTokens(Math.ceil(bytes / 3)).filter(token => {
    length += token.length
    return length <= bytes
  })
}
