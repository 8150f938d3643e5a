//! Files of every kind and every fault, made here.

use super::*;
