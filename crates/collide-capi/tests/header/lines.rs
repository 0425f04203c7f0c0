//! The lines of a method, by the rules of a language for the roles of the parameters.

use crate::calls::{Call, upper, zero_of};
use crate::roles::{Part, Role};

/// What differs between languages.
pub(crate) struct Language {
    /// What a parameter of this role adds: directives, each a word and a text. See `Lines::add`.
    pub(crate) rules: fn(Role) -> &'static [&'static str],
    /// The words for parameters, in the order of the parameters of a method.
    pub(crate) places: &'static [&'static str],
    /// The statement that calls the function if no rule has one.
    pub(crate) call: &'static str,
    /// The names of parameters and fields.
    pub(crate) name: fn(&Call<'_>, &str) -> String,
    /// The one of two texts, for C# and for C++.
    pub(crate) own: fn((&'static str, &'static str)) -> &'static str,
}

#[derive(Clone, Default)]
pub(crate) struct Lines {
    /// The place and the text of each parameter.
    pub(crate) parameters: Vec<(usize, String)>,
    pub(crate) locals: Vec<String>,
    /// The statements that have the call in their block, and what is before and after it there.
    pub(crate) blocks: Vec<String>,
    pub(crate) before: Vec<String>,
    pub(crate) call: String,
    pub(crate) after: Vec<String>,
    pub(crate) arguments: Vec<String>,
    pub(crate) returns: String,
    pub(crate) result: Vec<String>,
    /// The only list that the call fills: its type and its name.
    pub(crate) list: Option<(String, String)>,
}

impl Lines {
    /// The lines of a call. `kind` is the type of what a parameter is or points to.
    pub(crate) fn of(language: &Language, call: &Call<'_>, kind: impl Fn(&Part<'_>) -> String) -> Self {
        let mut lines = Self { returns: "void".to_owned(), call: language.call.to_owned(), ..Self::default() };
        for part in &call.parts {
            for rule in (language.rules)(part.role) {
                let directive = lines.fill(rule, language, call, part, &kind);
                lines.add(language, &directive);
            }
        }
        lines.parameters.sort_by_key(|(place, _)| *place);
        let arguments = lines.arguments.join(", ");
        lines.call = lines.call.replace("{function}", &call.function.name).replace("{arguments}", &arguments);
        lines
    }

    /// A directive with the names of a parameter.
    fn fill(
        &self,
        rule: &str,
        language: &Language,
        call: &Call<'_>,
        part: &Part<'_>,
        kind_of: &dyn Fn(&Part<'_>) -> String,
    ) -> String {
        let kind = kind_of(part);
        let name = |part: &Part<'_>| (language.name)(call, &call.name_of(part));
        let name_of = |part: Option<&Part<'_>>| part.map(name).unwrap_or_default();
        let answer = call.parts.iter().find(|it| matches!(it.role, Role::One | Role::EachFound | Role::EachThere));
        let (first, keeper) = (call.first(), call.part(Role::Object));
        let length = format!("{}_count", part.name.trim_end_matches('s'));
        let field = zero_of(call.function).unwrap_or_default();
        let asked = self.arguments.len().saturating_sub(2);
        rule.replace("{kind}", &kind)
            .replace("{name}", &name(part))
            // A length is an `int` in C#.
            .replace("{value}", &if kind == "int" { format!("Size({})", name(part)) } else { name(part) })
            .replace("{default}", call.default_of(part).map(language.own).unwrap_or_default())
            .replace("{owner}", &(language.name)(call, part.name.trim_end_matches("_count")))
            .replace("{first}", &name_of(first))
            .replace("{keeper}", &name_of(keeper))
            .replace("{answer}", &name_of(answer))
            .replace("{options}", &name_of(call.part(Role::Options)))
            .replace("{Answer}", &answer.map(kind_of).unwrap_or_default())
            .replace("{count}", &length)
            .replace("{Count}", &upper(&length))
            .replace("{field}", field)
            .replace("{Field}", &upper(field))
            .replace("{function}", &call.function.name)
            .replace("{length}", &call.length())
            .replace("{asked}", &self.arguments[..asked].join(", "))
    }

    /// Adds a directive.
    fn add(&mut self, language: &Language, line: &str) {
        let (word, text) = line.split_once(' ').unwrap();
        let text = text.to_owned();
        match word {
            "argument" => self.arguments.push(text),
            // An array that stays in place during the call, which gets its address.
            "pinned" => {
                self.arguments.push(text.split([' ', '=']).nth(1).unwrap().to_owned());
                self.blocks.push(format!("fixed ({text})"));
            }
            "start" => self.locals.insert(0, text),
            "local" => self.locals.push(text),
            "block" => self.blocks.push(text),
            "before" => self.before.push(text),
            "call" => self.call = text,
            "after" => self.after.push(text),
            "returns" => self.returns = text,
            "result" => self.result = vec![text],
            "also" => self.result.push(text),
            "list" => self.list = text.rsplit_once(' ').map(|(kind, name)| (kind.to_owned(), name.to_owned())),
            place => self.parameters.push((language.places.iter().position(|it| *it == place).unwrap(), text)),
        }
    }

    /// The parameters as they are declared.
    pub(crate) fn declared(&self) -> String {
        self.parameters.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// The parameters as they are passed on.
    pub(crate) fn passed(&self) -> String {
        let names = self.parameters.iter().map(|(_, text)| {
            let name = text.split(" = ").next().unwrap().rsplit([' ', '&']).next().unwrap();
            if text.starts_with("ref ") { format!("ref {name}") } else { name.to_owned() }
        });
        names.collect::<Vec<_>>().join(", ")
    }

    /// The statements of the method.
    pub(crate) fn body(&self) -> Vec<String> {
        let mut inner = self.before.clone();
        inner.push(self.call.clone());
        inner.extend_from_slice(&self.after);
        let inner = match self.blocks.as_slice() {
            [] => inner,
            blocks => {
                let inner = inner.iter().map(|line| format!("    {line}")).collect::<Vec<_>>();
                [blocks, &["{".to_owned()], &inner, &["}".to_owned()]].concat()
            }
        };
        [self.locals.as_slice(), &inner, &self.result].concat()
    }
}
