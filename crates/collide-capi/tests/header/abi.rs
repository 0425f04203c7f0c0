//! The binary interface as data, read from the sources: what `abi.json` has.

use serde::Serialize;
use syn::{
    Attribute, Expr, FnArg, GenericArgument, Item, Lit, Meta, Pat, PathArguments, PointerMutability, ReturnType, Type,
    TypeFnPtr, Visibility,
};

/// The groups of constants: the name, the first constant, and the fields and parameters that have one of the group.
const ENUMS: [(&str, &str, &[&str]); 9] = [
    ("ShapeKind", "COLLIDE_CIRCLE", &["CollideShape.kind"]),
    ("Mobility", "COLLIDE_DYNAMIC", &["CollideEntity.mobility"]),
    ("Strategy", "COLLIDE_AUTO", &["CollideSettings.strategy", "CollideReport.strategy"]),
    ("Touching", "COLLIDE_CLOSED", &["CollideSettings.touching", "collide_overlaps.touching"]),
    ("PairOrder", "COLLIDE_BY_SLOT", &["CollideSettings.order"]),
    ("EventKind", "COLLIDE_BEGAN", &["CollideEvent.kind", "CollideEventBetween.kind"]),
    ("FilterFlags", "COLLIDE_ON_LAYERS", &["CollideFilter.flags"]),
    ("HitMode", "COLLIDE_ALL", &["CollideAsk.mode"]),
    ("Status", "COLLIDE_OK", &[]),
];

#[derive(Default, Serialize)]
pub(crate) struct Abi {
    pub(crate) about: &'static str,
    pub(crate) constants: Vec<Constant>,
    pub(crate) enums: Vec<Enum>,
    pub(crate) aliases: Vec<Alias>,
    pub(crate) objects: Vec<Object>,
    pub(crate) callbacks: Vec<Function>,
    pub(crate) structs: Vec<Struct>,
    pub(crate) functions: Vec<Function>,
    /// Only in the WebAssembly module.
    pub(crate) wasm_functions: Vec<Function>,
}

#[derive(Serialize)]
pub(crate) struct Constant {
    pub(crate) name: String,
    pub(crate) r#type: String,
    pub(crate) value: u32,
    pub(crate) doc: String,
}

#[derive(Serialize)]
pub(crate) struct Enum {
    pub(crate) name: &'static str,
    pub(crate) r#type: String,
    pub(crate) constants: Vec<Constant>,
}

#[derive(Serialize)]
pub(crate) struct Alias {
    pub(crate) name: String,
    pub(crate) r#type: String,
    pub(crate) doc: String,
}

#[derive(Serialize)]
pub(crate) struct Object {
    pub(crate) name: String,
    pub(crate) doc: String,
}

#[derive(Serialize)]
pub(crate) struct Struct {
    pub(crate) name: String,
    pub(crate) fields: Vec<Value>,
    pub(crate) doc: String,
}

#[derive(Serialize)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) parameters: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) returns: Option<String>,
    pub(crate) doc: String,
}

/// A field or a parameter.
#[derive(Serialize)]
pub(crate) struct Value {
    pub(crate) name: String,
    pub(crate) r#type: String,
    /// The group of constants that it has one of.
    #[serde(rename = "enum", skip_serializing_if = "Option::is_none")]
    pub(crate) of: Option<&'static str>,
    /// Whether it points to memory that is only written.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) out: bool,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) doc: String,
}

/// Reads the sources: those of the header, and those of the functions that only the WebAssembly module has.
pub(crate) fn read(sources: &[String], wasm: &str) -> Abi {
    let mut abi = Abi { about: ABOUT, ..Abi::default() };
    for text in sources {
        syn::parse_file(text).unwrap().items.into_iter().for_each(|item| abi.add(item));
    }
    let mut only = Abi::default();
    syn::parse_file(wasm).unwrap().items.into_iter().for_each(|item| only.add(item));
    abi.wasm_functions = only.functions;
    abi
}

const ABOUT: &str = "The binary interface of collide, generated from crates/collide-capi/src. Layouts are those of C. \
    Types are written as in Rust: usize is size_t, a pointer is *const T or *mut T, an array is [T; length]. `out` marks \
    pointers to memory that is only written. A struct that is passed or returned by value follows the C ABI of the target.";

impl Abi {
    fn add(&mut self, item: Item) {
        match item {
            Item::Const(item) if is_public(&item.vis) => {
                let Expr::Lit(literal) = &*item.expr else { panic!("{}: not a number", item.ident) };
                let Lit::Int(number) = &literal.lit else { panic!("{}: not a number", item.ident) };
                self.add_constant(Constant {
                    name: item.ident.to_string(),
                    r#type: self.text(&item.ty),
                    value: number.base10_parse().unwrap(),
                    doc: doc(&item.attrs),
                });
            }
            Item::Type(item) if is_public(&item.vis) => {
                let (name, doc) = (item.ident.to_string(), doc(&item.attrs));
                match callback(&item.ty) {
                    Some(call) => {
                        let arguments = call.inputs.iter();
                        let parameters = arguments.map(|it| (it.name.as_ref().unwrap().0.to_string(), &it.ty));
                        let parameters = parameters.map(|(each, ty)| self.value(&name, each, ty, String::new()));
                        let (parameters, returns) = (parameters.collect(), self.returned(&call.output));
                        self.callbacks.push(Function { parameters, returns, name, doc });
                    }
                    None => self.aliases.push(Alias { r#type: self.text(&item.ty), name, doc }),
                }
            }
            Item::Struct(item) if is_public(&item.vis) => {
                let (name, doc_of_it) = (item.ident.to_string(), doc(&item.attrs));
                let is_repr = |attribute: &Attribute| attribute.path().is_ident("repr");
                if !item.attrs.iter().any(is_repr) {
                    self.objects.push(Object { name, doc: doc_of_it });
                    return;
                }
                let fields = item.fields.iter().map(|field| {
                    self.value(&name, field.ident.as_ref().unwrap().to_string(), &field.ty, doc(&field.attrs))
                });
                self.structs.push(Struct { fields: fields.collect(), doc: doc_of_it, name });
            }
            Item::Fn(item) if item.sig.abi.is_some() => {
                let name = item.sig.ident.to_string();
                let parameters = item.sig.inputs.iter().map(|argument| {
                    let FnArg::Typed(argument) = argument else { panic!("{name}: takes self") };
                    let Pat::Ident(each) = &*argument.pat else { panic!("{name}: a parameter without a name") };
                    self.value(&name, each.ident.to_string(), &argument.ty, String::new())
                });
                let (parameters, returns) = (parameters.collect(), self.returned(&item.sig.output));
                self.functions.push(Function { name, parameters, returns, doc: doc(&item.attrs) });
            }
            _ => {}
        }
    }

    /// Adds a constant to the group that it starts or continues.
    fn add_constant(&mut self, constant: Constant) {
        if let Some((name, ..)) = ENUMS.iter().find(|(_, first, _)| *first == constant.name) {
            let alias = self.aliases.iter().find(|alias| alias.name == constant.r#type);
            let r#type = alias.map_or(&constant.r#type, |alias| &alias.r#type).clone();
            self.enums.push(Enum { name, r#type, constants: vec![constant] });
            return;
        }
        match self.enums.last_mut() {
            Some(group) if group.constants[0].r#type == constant.r#type => {
                assert!(group.constants.last().unwrap().value < constant.value, "{} starts no group", constant.name);
                group.constants.push(constant);
            }
            _ => self.constants.push(constant),
        }
    }

    fn value(&self, owner: &str, name: String, ty: &Type, doc: String) -> Value {
        let path = format!("{owner}.{name}");
        let of = ENUMS.iter().find(|(_, _, places)| places.contains(&path.as_str())).map(|(name, ..)| *name);
        Value { name, r#type: self.text(ty), of, out: wrapper(ty).is_some_and(|(kind, _)| kind == "Out"), doc }
    }

    fn returned(&self, output: &ReturnType) -> Option<String> {
        match output {
            ReturnType::Default => None,
            ReturnType::Type(_, ty) => Some(self.text(ty)),
        }
    }

    /// A type as text.
    fn text(&self, ty: &Type) -> String {
        match (ty, wrapper(ty)) {
            (_, Some(("In", inner))) => format!("*const {}", self.text(inner)),
            (_, Some(("Mut" | "Out", inner))) => format!("*mut {}", self.text(inner)),
            (Type::Ptr(pointer), _) => {
                let is_const = matches!(pointer.mutability, PointerMutability::Const(_));
                format!("*{} {}", if is_const { "const" } else { "mut" }, self.text(&pointer.elem))
            }
            (Type::Array(array), _) => format!("[{}; {}]", self.text(&array.elem), self.length(&array.len)),
            (Type::Path(path), _) => match path.path.segments.last().unwrap().ident.to_string().as_str() {
                "c_void" => "void".to_owned(),
                "c_char" => "char".to_owned(),
                name => name.to_owned(),
            },
            _ => panic!("a type that the interface has not had so far"),
        }
    }

    /// The length of an array.
    fn length(&self, length: &Expr) -> u32 {
        match length {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(number) => number.base10_parse().unwrap(),
                _ => panic!("a length that is not a number"),
            },
            Expr::Path(path) => {
                let name = path.path.require_ident().unwrap();
                self.constants.iter().find(|constant| name == constant.name.as_str()).unwrap().value
            }
            _ => panic!("a length that is not a number"),
        }
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The pointer type `In<T>`, `Mut<T>` or `Out<T>`.
fn wrapper(ty: &Type) -> Option<(&'static str, &Type)> {
    let Type::Path(path) = ty else { return None };
    let segment = path.path.segments.last()?;
    let kind = ["In", "Mut", "Out"].into_iter().find(|kind| segment.ident == kind)?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(inner) => Some((kind, inner)),
        _ => None,
    }
}

/// The function of `Option<extern "C" fn(..)>`.
fn callback(ty: &Type) -> Option<&TypeFnPtr> {
    let Type::Path(path) = ty else { return None };
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else { return None };
    match arguments.args.first()? {
        GenericArgument::Type(Type::FnPtr(call)) => Some(call),
        _ => None,
    }
}

/// The documentation of an item, with a line break between two paragraphs.
fn doc(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter(|attribute| attribute.path().is_ident("doc")).map(|attribute| {
        let Meta::NameValue(pair) = &attribute.meta else { panic!("documentation without a text") };
        let Expr::Lit(literal) = &pair.value else { panic!("documentation without a text") };
        let Lit::Str(text) = &literal.lit else { panic!("documentation without a text") };
        text.value().trim().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n").replace("\n\n", "\0").replace('\n', " ").replace('\0', "\n")
}
