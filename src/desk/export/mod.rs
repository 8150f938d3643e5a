//! Exporting from the window: the form as data, the order it makes, and its work beside the window.
//!
//! In: a desk, an [`ExportForm`]. Out: an [`ExportOrder`], whose file is the one that the desk's command would write.

mod form;
pub(super) mod order;
mod running;

pub use form::{EXPORT_KINDS, ExportForm, ExportKind, ExportKindRow};
pub use order::ExportOrder;
pub use running::RunningExport;
