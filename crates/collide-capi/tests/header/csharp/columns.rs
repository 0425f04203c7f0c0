//! The lists of an object with results in C#: copies of the lists of a structure.

use super::{Writer, class, lower};
use crate::abi::{Function, Value};
use crate::calls::{accessor, length, pointee, upper};
use crate::docs::first_paragraph;

impl Writer<'_> {
    /// The lists of the structure that a function writes, and the method that copies them.
    pub(super) fn columns(&self, view: &Function) -> String {
        let name = pointee(&view.parameters[1].r#type);
        let fields = &self.abi.structs.iter().find(|it| it.name == name).unwrap().fields;
        let (mut text, mut copies, mut starts) = (String::new(), String::new(), None);
        for field in fields {
            if field.r#type == "*const usize" {
                starts = Some(field.name.as_str());
            }
            let (declared, copy) = self.column(field, &upper(&length(fields, &field.name)), starts);
            if declared.starts_with("public") {
                self.doc(&mut text, "        ", first_paragraph(&field.doc));
            }
            text.push_str(&format!("        {declared}\n\n"));
            copies.push_str(&format!("            {copy}\n"));
        }
        let (shown, function) = (class(name), &view.name);
        text + &format!(
            "        void IResults.Read()\n        {{\n            {shown} view;\n            \
             Check(Native.{function}(this, &view));\n{copies}        }}\n\n"
        )
    }

    /// A list, with a member for it, and the statement that copies it. It has an item for each index, or a part from one
    /// of the starts to the next.
    fn column(&self, field: &Value, length: &str, starts: Option<&str>) -> (String, String) {
        let (name, public) = (lower(&field.name), upper(&field.name));
        let copy = |length: &str| format!("{name}.Copy(view.{name}, {length});");
        let Some(item) = field.r#type.strip_prefix("*const ") else {
            let kind = if field.r#type == "u64" { "ulong" } else { "int" };
            return (
                format!("public {kind} {public} {{ get; private set; }}"),
                format!("{public} = ({kind})view.{public};"),
            );
        };
        let kind = self.plain(item);
        let list = |member: String| format!("public {member}\n        Column<{kind}> {name};");
        match (item, starts) {
            ("usize", _) => (format!("Starts {name};"), copy("Count")),
            ("u8", _) => {
                (list(format!("bool Is{public}(int index) {{ return {name}.All[index] != 0; }}")), copy("Count"))
            }
            (_, None) => {
                (list(format!("ReadOnlySpan<{kind}> {public} {{ get {{ return {name}.All; }} }}")), copy(length))
            }
            (_, Some(starts)) => {
                let (method, starts) = (upper(&accessor(&field.name, starts)), lower(starts));
                let part = format!("{{ return {name}.Of({starts}, index); }}");
                (list(format!("ReadOnlySpan<{kind}> {method}(int index) {part}")), copy(&format!("{starts}.Total")))
            }
        }
    }
}
