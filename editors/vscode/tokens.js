// node tokens.js GRAMMAR FILE…: tokenises files as VS Code does. What each kind of text is called is compared with what
// a plain look at it says; ends with 1 where they differ.
const fs = require('fs')
const path = require('path')
const { Registry, parseRawGrammar, INITIAL } = require('vscode-textmate')
const oniguruma = require('vscode-oniguruma')

const [grammarPath, ...files] = process.argv.slice(2)
const wasm = fs.readFileSync(path.join(path.dirname(require.resolve('vscode-oniguruma')), 'onig.wasm'))

// The innermost scope of each of these words, outside of comments, strings and attributes.
const expected = {
  procedure: 'storage.type', var: 'storage.type', function: 'storage.type', axiom: 'storage.type',
  assert: 'keyword.control', while: 'keyword.control', call: 'keyword.control', goto: 'keyword.control',
  requires: 'storage.modifier', ensures: 'storage.modifier', modifies: 'storage.modifier', returns: 'storage.modifier',
  invariant: 'storage.modifier', forall: 'keyword.operator.word', int: 'support.type', bool: 'support.type',
  true: 'constant.language', false: 'constant.language',
}

async function main() {
  await oniguruma.loadWASM(wasm)
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: patterns => new oniguruma.OnigScanner(patterns),
      createOnigString: text => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(grammarPath, 'utf8'), grammarPath),
  })
  const grammar = await registry.loadGrammar('source.boogie')
  let tokens = 0
  const wrong = []
  for (const file of files) {
    let state = INITIAL
    fs.readFileSync(file, 'utf8').split('\n').forEach((line, number) => {
      const result = grammar.tokenizeLine(line, state)
      state = result.ruleStack
      for (const token of result.tokens) {
        const text = line.slice(token.startIndex, token.endIndex).trim()
        const scope = token.scopes[token.scopes.length - 1]
        const outer = token.scopes.join(' ')
        const say = why => wrong.push(`${file}:${number + 1}: ${JSON.stringify(text)} is ${scope}, not ${why}`)
        tokens += 1
        if (result.stoppedEarly) say('reached')
        if (/comment|string|attribute/.test(outer)) continue
        if (text in expected && !scope.startsWith(expected[text])) say(expected[text])
        if (/^[0-9]+$/.test(text) && !scope.startsWith('constant.numeric')) say('constant.numeric')
        const isName = /^[A-Za-z_$][A-Za-z0-9_.$]*$/.test(text) && /^(variable|entity|storage.modifier)/.test(scope)
        const isWord = scope.startsWith('storage.modifier') && !/^(atomic|both|complete|ensures|extends|free|hideable|invariant|left|measure|modifies|pure|requires|returns|revealed|right|unique|uses|where)$/.test(text)
        if (isName && isWord) say('variable.other')
      }
      const comment = line.indexOf('//')
      if (comment >= 0 && !line.slice(0, comment).includes('"')) {
        const last = result.tokens[result.tokens.length - 1]
        if (!last.scopes.join(' ').includes('comment')) wrong.push(`${file}:${number + 1}: the comment is none`)
      }
    })
  }
  console.log(`${files.length} files, ${tokens} tokens, ${wrong.length} wrong`)
  wrong.slice(0, 20).forEach(line => console.error(line))
  process.exit(wrong.length || tokens < 1000 ? 1 : 0)
}

main()
