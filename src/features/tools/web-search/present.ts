import { listField, textField } from '../../../lib/values/read-field.ts'
import type { LinksBody, Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { summary, titleWith } from '../subject-text.ts'

export const present: Present = (input, output) => ({
  kind: 'fetch',
  subject: summary(textField(input, 'query')),
  title: titleWith(toolsText('search_web'), input, 'query'),
  body: {
    type: 'links',
    ...(textField(output, 'query') === undefined ? {} : { links: listField(output, 'results').map(linkOf) }),
  },
})

const linkOf = (result: unknown): NonNullable<LinksBody['links']>[number] => {
  const title = textField(result, 'title')
  return { url: textField(result, 'url') ?? '', ...(title === undefined ? {} : { title }) }
}
