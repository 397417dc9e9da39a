//! The parameters of a statement, each with its type.
//!
//! - The type travels with the value, so a statement needs no name on the server. A pooler may give each transaction
//!   another session, in which a name from before means nothing, or something else.

use tokio_postgres::types::{ToSql, Type};

/// A value and its type.
pub(super) trait Param: ToSql + Sync {
    fn kind(&self) -> Type;
    fn sql(&self) -> &(dyn ToSql + Sync);
}

pub(super) type Params<'a> = &'a [&'a dyn Param];

macro_rules! values {
    ($($rust:ty => $one:ident, $many:ident;)*) => { $(
        impl Param for $rust {
            fn kind(&self) -> Type {
                Type::$one
            }
            fn sql(&self) -> &(dyn ToSql + Sync) {
                self
            }
        }
        impl Param for Option<$rust> {
            fn kind(&self) -> Type {
                Type::$one
            }
            fn sql(&self) -> &(dyn ToSql + Sync) {
                self
            }
        }
        impl Param for Vec<$rust> {
            fn kind(&self) -> Type {
                Type::$many
            }
            fn sql(&self) -> &(dyn ToSql + Sync) {
                self
            }
        }
        impl Param for Vec<Option<$rust>> {
            fn kind(&self) -> Type {
                Type::$many
            }
            fn sql(&self) -> &(dyn ToSql + Sync) {
                self
            }
        }
    )* };
}

values! {
    i32 => INT4, INT4_ARRAY;
    i64 => INT8, INT8_ARRAY;
    bool => BOOL, BOOL_ARRAY;
    String => TEXT, TEXT_ARRAY;
    &str => TEXT, TEXT_ARRAY;
    Vec<u8> => BYTEA, BYTEA_ARRAY;
    &[u8] => BYTEA, BYTEA_ARRAY;
    &Vec<u8> => BYTEA, BYTEA_ARRAY;
}
