//===- Attributes.cpp - The attribute table as data -----------------------===//
#include "plugin/Attributes.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace phobos;

static std::vector<AttributeRow> makeTable() {
  std::vector<AttributeRow> Table;
#define ATTRIBUTE(Id, Name, Takes, Accepts) Table.push_back({DirectiveKind::Id, Name, Arity::Takes, Accepts, {}});
#define KEYWORD(Id, Name, Value) Table.back().Keywords.push_back({Name, static_cast<int64_t>(Value), false});
#define PLANNED_KEYWORD(Id, Name) Table.back().Keywords.push_back({Name, 0, true});
#define NUMBER(Id, Low, High) Table.back().Min = Low, Table.back().Max = High;
#include "plugin/Attributes.def"
  return Table;
}

ArrayRef<AttributeRow> phobos::attributes() {
  static const std::vector<AttributeRow> Table = makeTable();
  return Table;
}

const AttributeRow &phobos::attribute(DirectiveKind Kind) {
  return *find_if(attributes(), [&](const AttributeRow &Row) { return Row.Kind == Kind; });
}

const Keyword *AttributeRow::keyword(StringRef Wanted) const {
  const auto *Found = find_if(Keywords, [&](const Keyword &K) { return Wanted == K.Name; });
  return Found == Keywords.end() ? nullptr : Found;
}

std::string phobos::annotation(const AttributeRow &Row) { return std::string("phobos.") + Row.Name; }

const AttributeRow *phobos::attributeOfAnnotation(StringRef Annotation) {
  if (!Annotation.consume_front("phobos."))
    return nullptr;
  const auto *Found = find_if(attributes(), [&](const AttributeRow &Row) { return Annotation == Row.Name; });
  return Found == attributes().end() ? nullptr : Found;
}
