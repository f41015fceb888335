// What is said to people is data (docs/decisions/0006-a-message-is-data.md). The compiler lets two mistakes pass: a text
// inside a string, which reads "[object Object]", and a sentence where only foreign words may be a string.
import { relative } from 'node:path'
import { SyntaxKind } from 'typescript/unstable/ast'
import { withProject } from './with-project.mjs'

/** Words in a row; a command line, a flag or a tag is none. */
const SENTENCE = /^.(?!--|capstan |<).*[A-Za-z]{2,},? [a-z]{2,}/s

/** Every place below a tsconfig where a text is put into a string, or a sentence stands in the place of a text. */
export const findUnlocalized = config => withProject(config, unlocalizedIn)

export const unlocalizedIn = (project, root) =>
  project.program
    .getSourceFileNames()
    .filter(name => name.startsWith(`${root}/src/`) && !/\.test\.tsx?$/.test(name))
    .flatMap(name => findIn(project, name).map(found => ({ ...found, file: relative(root, name) })))

export const reportUnlocalized = found => found.map(({ file, line, what }) => `${file}:${line}: ${what}`)

const findIn = ({ program, checker }, name) => {
  const file = program.getSourceFile(name)
  const { shown, joined, words } = collect(file)
  const typesOf = nodes => (nodes.length === 0 ? [] : checker.getTypeAtLocation(nodes))
  const [shownTypes, joinedTypes] = [typesOf(shown), typesOf(joined)]
  const inStrings = [
    ...shown.filter((_, at) => isText(shownTypes[at])),
    ...joined.filter((_, at) => isTexts(joinedTypes[at], checker)),
  ]
  const sentences = words.filter(node => isText(checker.getContextualType(node)))
  const at = node => file.text.slice(0, node.getStart(file)).split('\n').length
  return [
    ...inStrings.map(node => ({ line: at(node), what: `a text inside a string: ${node.getText(file)}` })),
    ...sentences.map(node => ({
      line: at(node),
      what: `a sentence outside the catalog: ${node.getText(file)}`,
    })),
  ]
}

/** Expressions that become part of a string, and strings that read like a sentence. */
const collect = file => {
  const shown = []
  const joined = []
  const words = []
  const visit = node => {
    if (node.kind === SyntaxKind.TemplateExpression) {
      if (node.parent?.kind !== SyntaxKind.TaggedTemplateExpression)
        shown.push(...node.templateSpans.map(({ expression }) => expression))
    } else if (node.kind === SyntaxKind.BinaryExpression && node.operatorToken.kind === SyntaxKind.PlusToken)
      shown.push(node.left, node.right)
    else if (node.kind === SyntaxKind.CallExpression) {
      const { expression, arguments: given } = node
      if (expression.kind === SyntaxKind.Identifier && expression.text === 'String') shown.push(given[0])
      if (expression.kind === SyntaxKind.PropertyAccessExpression && expression.name.text === 'join')
        joined.push(expression.expression)
    }
    if (isWords(node) && SENTENCE.test(node.getText(file))) words.push(node)
    node.forEachChild(visit)
  }
  visit(file)
  return { shown, joined, words }
}

/** The name of a property is none: its contextual type is that of the value. */
const isWords = ({ kind, parent, pos }) =>
  (kind === SyntaxKind.StringLiteral && parent?.name?.pos !== pos) ||
  kind === SyntaxKind.NoSubstitutionTemplateLiteral ||
  kind === SyntaxKind.TemplateExpression

const isText = type =>
  (type?.getTypes?.() ?? [type]).some(part => part?.getSymbol?.()?.name === 'LocalizedText')

/** The array itself, where what is joined are texts. */
const isTexts = (type, checker) =>
  (type?.getTypes?.() ?? [type]).some(
    part => part && checker.isArrayType(part) && checker.getTypeArguments(part).some(isText),
  )
