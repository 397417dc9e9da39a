//! The parameters of a statement, each with its type.
//!
//! - The type travels with the value, so a statement needs no name on the server. A pooler may give each transaction another
//!   session, in which a name from before means nothing, or something else.

use tokio_postgres::types::{ToSql, Type};

/// A value and its type.
pub(super) trait Value: ToSql + Sync {
    fn kind(&self) -> Type;
    fn sql(&self) -> &(dyn ToSql + Sync);
}

pub(super) type Given<'a> = &'a [&'a dyn Value];

macro_rules! values {
    ($($rust:ty => $one:ident, $many:ident;)*) => { $(
        impl Value for $rust {
            fn kind(&self) -> Type {
                Type::$one
            }
            fn sql(&self) -> &(dyn ToSql + Sync) {
                self
            }
        }
        impl Value for Option<$rust> {
            fn kind(&self) -> Type {
                Type::$one
            }
            fn sql(&self) -> &(dyn ToSql + Sync) {
                self
            }
        }
        impl Value for Vec<$rust> {
            fn kind(&self) -> Type {
                Type::$many
            }
            fn sql(&self) -> &(dyn ToSql + Sync) {
                self
            }
        }
        impl Value for Vec<Option<$rust>> {
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
