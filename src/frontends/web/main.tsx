import { render } from 'preact'
import { WordsContext, wordsFor } from './text/words.ts'
import { App } from './view/app.tsx'
import { createApi, takeKey } from './wire/api.ts'

const page = document.getElementById('page')
const key = takeKey()
const words = wordsFor(navigator.languages)
document.documentElement.lang = words.language
if (page) {
  page.replaceChildren()
  render(
    <WordsContext.Provider value={words}>
      <App api={key === undefined ? undefined : createApi(key)} />
    </WordsContext.Provider>,
    page,
  )
}
