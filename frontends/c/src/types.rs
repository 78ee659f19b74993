//! C types and their layout in memory (System V ABI for x86-64 and i386).

use std::rc::Rc;
use std::sync::Arc;

use crate::clang::Id;
use num_bigint::BigInt;

/// An integer type by representation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IntType {
    /// 8, 16, 32, 64 or 128
    pub bits: u32,
    pub signed: bool,
    /// `_Bool`: 8 bits, values 0 and 1.
    pub boolean: bool,
}

impl IntType {
    pub const fn new(bits: u32, signed: bool) -> IntType {
        IntType { bits, signed, boolean: false }
    }

    pub const BOOL: IntType = IntType { bits: 8, signed: false, boolean: true };
    pub const INT: IntType = IntType::new(32, true);
}

/// Least and greatest value.
pub fn limits(int: IntType) -> (BigInt, BigInt) {
    if int.boolean {
        (0.into(), 1.into())
    } else if int.signed {
        let half = BigInt::from(1) << (int.bits - 1);
        (-half.clone(), half - 1)
    } else {
        (0.into(), (BigInt::from(1) << int.bits) - 1)
    }
}

/// What a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    Int(IntType),
    Ptr,
    /// `float` (32), `double` (64), `long double` (80)
    Float(u32),
}

/// `int`
pub const INT: Scalar = Scalar::Int(IntType::INT);

pub type TypeRef = Rc<Type>;

#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    Void,
    Int(IntType),
    Float(u32),
    Ptr(TypeRef),
    /// `None`: incomplete or flexible
    Array(TypeRef, Option<u64>),
    /// The element type and the text of the length.
    Vla(TypeRef, Arc<str>),
    Record(usize),
    Func(Rc<FuncType>),
    /// `__builtin_va_list`
    VaList,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FuncType {
    pub ret: TypeRef,
    pub params: Vec<TypeRef>,
    pub variadic: bool,
    /// `int f()`: nothing is said of the parameters.
    pub unprototyped: bool,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub id: Id,
    /// Empty for anonymous members.
    pub name: Arc<str>,
    pub ty: TypeRef,
    /// In bits from the start of the record.
    pub bit_offset: u64,
    /// Of a bit-field.
    pub width: Option<u32>,
    /// Where the first of the bit-fields side by side is, in bits from the start of the record (C11 3.14).
    pub location: u64,
    /// Not to be written.
    pub constant: bool,
    /// Whether it is the last of its record.
    pub last: bool,
}

#[derive(Clone, Debug)]
pub struct Record {
    pub name: Arc<str>,
    pub union_: bool,
    /// Whether calls take any of its members for it.
    pub transparent: bool,
    /// Whether its fields are known.
    pub complete: bool,
    pub fields: Vec<Field>,
    pub size: u64,
    pub align: u64,
}

/// A field before its place is known.
pub struct RawField {
    pub id: Id,
    pub name: Arc<str>,
    pub ty: TypeRef,
    pub width: Option<u32>,
    pub packed: bool,
    /// Of `_Alignas` or the attribute.
    pub align: Option<u64>,
    pub constant: bool,
}

/// All records of a program, and the sizes of the machine.
#[derive(Debug)]
pub struct Types {
    pub records: Vec<Record>,
    pub target32: bool,
}

impl Types {
    pub fn new(target32: bool) -> Types {
        Types { records: vec![], target32 }
    }

    /// What a transparent union is given as: its first member.
    pub fn first_member(&self, ty: &Type) -> Option<Scalar> {
        let Type::Record(index) = ty else { return None };
        let record = self.records.get(*index).filter(|record| record.transparent)?;
        self.scalar(&record.fields.first()?.ty)
    }

    /// Whether values of a type hold pointers.
    pub fn has_pointers(&self, ty: &Type) -> bool {
        match ty {
            Type::Ptr(_) => true,
            Type::Array(elem, _) => self.has_pointers(elem),
            Type::Record(r) => self.records[*r].fields.iter().any(|field| self.has_pointers(&field.ty)),
            _ => false,
        }
    }

    /// In bytes.
    pub fn ptr_size(&self) -> u64 {
        if self.target32 { 4 } else { 8 }
    }

    /// The integer type of the width of pointers.
    pub fn ptr_int(&self, signed: bool) -> IntType {
        IntType::new(self.ptr_size() as u32 * 8, signed)
    }

    /// Size in bytes; `None` for incomplete types, functions and variable-length arrays.
    pub fn size(&self, ty: &Type) -> Option<u64> {
        Some(match ty {
            Type::Void => return None,
            Type::Int(i) => u64::from(i.bits / 8),
            Type::Float(32) => 4,
            Type::Float(64) => 8,
            Type::Float(_) => {
                if self.target32 {
                    12
                } else {
                    16
                }
            }
            Type::Ptr(_) => self.ptr_size(),
            Type::Array(elem, Some(n)) => self.size(elem)?.checked_mul(*n)?,
            Type::Array(_, None) | Type::Vla(..) | Type::Func(_) => return None,
            Type::Record(r) => return self.records[*r].complete.then_some(self.records[*r].size),
            Type::VaList => {
                if self.target32 {
                    4
                } else {
                    24
                }
            }
        })
    }

    /// Size as GNU C counts it: 1 for `void` and functions.
    pub fn gnu_size(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Void | Type::Func(_) => Some(1),
            _ => self.size(ty),
        }
    }

    pub fn align(&self, ty: &Type) -> u64 {
        match ty {
            Type::Array(elem, _) | Type::Vla(elem, _) => self.align(elem),
            Type::Record(r) => self.records[*r].align,
            Type::Int(i) if i.bits == 64 && self.target32 => 4,
            Type::Float(64) if self.target32 => 4,
            Type::Float(80) if self.target32 => 4,
            Type::VaList => self.ptr_size(),
            _ => self.size(ty).unwrap_or(1),
        }
    }

    /// The alignment that variables of the type get, `__alignof__`: 32-bit machines ask for less in records.
    pub fn preferred_align(&self, ty: &Type) -> u64 {
        match ty {
            Type::Int(_) | Type::Float(64) => self.size(ty).unwrap_or(1),
            Type::Array(elem, _) | Type::Vla(elem, _) => self.preferred_align(elem),
            _ => self.align(ty),
        }
    }

    /// What a register of the type holds; `None` if the type lives in memory only.
    pub fn scalar(&self, ty: &Type) -> Option<Scalar> {
        match ty {
            Type::Int(i) => Some(Scalar::Int(*i)),
            Type::Float(bits) => Some(Scalar::Float(*bits)),
            Type::Ptr(_) => Some(Scalar::Ptr),
            _ => None,
        }
    }

    pub fn scalar_size(&self, scalar: Scalar) -> u64 {
        match scalar {
            Scalar::Int(i) => u64::from(i.bits / 8),
            Scalar::Ptr => self.ptr_size(),
            Scalar::Float(bits) => self.size(&Type::Float(bits)).unwrap_or(8),
        }
    }

    /// Lays a record out: System V rules, bit-fields included.
    pub fn layout(
        &self,
        name: Arc<str>,
        union_: bool,
        raw: Vec<RawField>,
        packed: bool,
        max_align: Option<u64>,
        min_align: Option<u64>,
    ) -> Option<Record> {
        let (mut bits, mut align, mut size_bits) = (0u64, 1u64, 0u64);
        let mut fields = Vec::with_capacity(raw.len());
        let count = raw.len();
        let mut beside: Option<u64> = None;
        for (i, field) in raw.into_iter().enumerate() {
            if union_ {
                bits = 0;
            }
            let flexible = i + 1 == count && matches!(&*field.ty, Type::Array(_, None));
            let size = if flexible { 0 } else { self.size(&field.ty)? };
            let is_packed = packed || field.packed;
            let most = max_align.unwrap_or(u64::MAX);
            // `#pragma pack` limits what the attribute asks for as well.
            let natural = self.align(&field.ty).max(field.align.unwrap_or(1)).min(most);
            let bit_offset;
            if let Some(width) = field.width {
                let width = u64::from(width);
                if width == 0 {
                    let unit_align = self.align(&field.ty) * 8;
                    bits = bits.div_ceil(unit_align) * unit_align;
                    size_bits = size_bits.max(bits);
                    beside = None;
                    continue;
                }
                let explicit = field.align.unwrap_or(1);
                let field_align = if is_packed && max_align.is_none() { explicit } else { natural };
                // A bit-field may not cross a boundary of its type's alignment units, unless something is packed.
                let cell = if is_packed && max_align.is_none() && explicit == 1 { 1 } else { field_align * 8 };
                if max_align.is_none() && (bits % cell) + width > size * 8 {
                    bits = bits.div_ceil(cell) * cell;
                } else if explicit > 1 && explicit <= most {
                    bits = bits.div_ceil(explicit * 8) * (explicit * 8);
                }
                bit_offset = bits;
                bits += width;
                // Unnamed bit-fields do not count for the alignment of the record.
                if !field.name.is_empty() {
                    align = align.max(field_align);
                }
            } else {
                let field_align = if is_packed { field.align.unwrap_or(1).min(most) } else { natural };
                bits = bits.div_ceil(field_align * 8) * (field_align * 8);
                bit_offset = bits;
                bits += size * 8;
                align = align.max(field_align);
            }
            size_bits = size_bits.max(bits);
            let location = beside.filter(|_| field.width.is_some() && !union_).unwrap_or(bit_offset);
            beside = field.width.map(|_| location);
            fields.push(Field {
                id: field.id,
                name: field.name,
                ty: field.ty,
                bit_offset,
                width: field.width.filter(|&w| w > 0),
                location,
                constant: field.constant,
                last: union_ || i + 1 == count,
            });
        }
        align = align.max(min_align.unwrap_or(1));
        let size = size_bits.div_ceil(8).div_ceil(align) * align;
        Some(Record { name, union_, transparent: false, complete: true, fields, size, align })
    }

    /// Where the parts of a type lie, as `{:block}` says it: `{0.next;8.key[4];}`.
    pub fn layout_text(&self, ty: &Type) -> String {
        match ty {
            Type::Array(elem, _) | Type::Vla(elem, _) => match self.size(elem) {
                Some(size) => format!("[{size}]{}", self.layout_text(elem)),
                None => String::new(),
            },
            // Which member of a union is meant, its address does not say.
            Type::Record(r) if !self.records[*r].union_ => {
                let mut text = "{".to_string();
                for field in self.records[*r].fields.iter().filter(|f| f.width.is_none()) {
                    text += &format!("{}.{}{};", field.bit_offset / 8, field.name, self.layout_text(&field.ty));
                }
                text + "}"
            }
            _ => String::new(),
        }
    }

    /// Where the scalars of constant members are, in bytes from the start of the type.
    pub fn constants(&self, ty: &Type) -> Vec<u64> {
        let mut found = vec![];
        self.find_constants(ty, 0, false, &mut found);
        found
    }

    fn find_constants(&self, ty: &Type, base: u64, inside: bool, found: &mut Vec<u64>) {
        /// Of longer arrays, the first elements.
        const MOST: u64 = 64;
        match ty {
            Type::Array(elem, Some(length)) => {
                let Some(size) = self.size(elem) else { return };
                for i in 0..(*length).min(MOST) {
                    self.find_constants(elem, base + i * size, inside, found);
                }
            }
            // Another member of a union may be written.
            Type::Record(r) if !self.records[*r].union_ => {
                for field in self.records[*r].fields.iter().filter(|f| f.width.is_none()) {
                    self.find_constants(&field.ty, base + field.bit_offset / 8, inside || field.constant, found);
                }
            }
            _ if inside => found.push(base),
            _ => {}
        }
    }

    /// Whether a record holds a union or a bit-field's worth of overlap anywhere.
    pub fn has_bit_fields(&self, ty: &Type) -> bool {
        match ty {
            Type::Record(r) => self.records[*r].fields.iter().any(|f| f.width.is_some() || self.has_bit_fields(&f.ty)),
            _ => false,
        }
    }

    pub fn has_union(&self, ty: &Type) -> bool {
        match ty {
            Type::Record(r) => {
                let record = &self.records[*r];
                record.union_ || record.fields.iter().any(|f| self.has_union(&f.ty))
            }
            Type::Array(elem, _) => self.has_union(elem),
            _ => false,
        }
    }
}

/// The spelling of a type of that representation.
pub fn type_text(ty: Option<Scalar>) -> &'static str {
    match ty {
        None => "void",
        Some(Scalar::Ptr) => "void *",
        Some(Scalar::Float(32)) => "float",
        Some(Scalar::Float(64)) => "double",
        Some(Scalar::Float(_)) => "long double",
        Some(Scalar::Int(int)) => match (int.boolean, int.bits, int.signed) {
            (true, ..) => "_Bool",
            (_, 8, true) => "signed char",
            (_, 8, false) => "unsigned char",
            (_, 16, true) => "short",
            (_, 16, false) => "unsigned short",
            (_, 32, true) => "int",
            (_, 32, false) => "unsigned int",
            (_, 64, true) => "long long",
            (_, 64, false) => "unsigned long long",
            (_, _, true) => "__int128",
            (_, _, false) => "unsigned __int128",
        },
    }
}
