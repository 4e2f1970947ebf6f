/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Translates libclang's types into the model's, each once per unit. Records are joined over files by a signature of
 * name, size and fields. */
#include "analyzer/frontend/reader/reader.h"

#include "support/messages/frontend.h"

#include <stdlib.h>
#include <string.h>

/* libclang's pointer to a type is its identity within a unit. */
static const fc_type *known(const fc_reader *reader, CXType type)
{
    const void *key = type.data[0];
    return key ? fc_map_get(&reader->types, &key, sizeof key) : NULL;
}

static void remember(fc_reader *reader, CXType type, const fc_type *model)
{
    const void *key = type.data[0];
    if (key)
        fc_map_put(&reader->types, &key, sizeof key, (void *)model);
}

typedef struct number {
    enum CXTypeKind clang;
    fc_type_kind kind;
    const char *name;
    bool is_unsigned;
} number;

static const number numbers[] = {
    {CXType_Bool, FC_TYPE_BOOL, "_Bool", true},
    {CXType_Char_S, FC_TYPE_INTEGER, "char", false},
    {CXType_Char_U, FC_TYPE_INTEGER, "char", true},
    {CXType_SChar, FC_TYPE_INTEGER, "signed char", false},
    {CXType_UChar, FC_TYPE_INTEGER, "unsigned char", true},
    {CXType_Short, FC_TYPE_INTEGER, "short", false},
    {CXType_UShort, FC_TYPE_INTEGER, "unsigned short", true},
    {CXType_Int, FC_TYPE_INTEGER, "int", false},
    {CXType_UInt, FC_TYPE_INTEGER, "unsigned int", true},
    {CXType_Long, FC_TYPE_INTEGER, "long", false},
    {CXType_ULong, FC_TYPE_INTEGER, "unsigned long", true},
    {CXType_LongLong, FC_TYPE_INTEGER, "long long", false},
    {CXType_ULongLong, FC_TYPE_INTEGER, "unsigned long long", true},
    {CXType_Int128, FC_TYPE_INTEGER, "__int128", false},
    {CXType_UInt128, FC_TYPE_INTEGER, "unsigned __int128", true},
    {CXType_Half, FC_TYPE_REAL, "_Float16", false},
    {CXType_Float16, FC_TYPE_REAL, "_Float16", false},
    {CXType_Float, FC_TYPE_REAL, "float", false},
    {CXType_Double, FC_TYPE_REAL, "double", false},
    {CXType_LongDouble, FC_TYPE_REAL, "long double", false},
    {CXType_Float128, FC_TYPE_REAL, "__float128", false},
};

static const fc_type *read_number(fc_reader *reader, CXType type)
{
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const number *n = &numbers[i];
        if (n->clang != type.kind)
            continue;
        long size = clang_Type_getSizeOf(type);
        fc_type model = {.kind = n->kind,
                         .bits = (int)(8 * size),
                         .is_unsigned = n->is_unsigned,
                         .size = size,
                         .length = -1,
                         .name = (char *)n->name};
        return fc_program_add_type(reader->program, &model);
    }
    return NULL;
}

/* An integer type of the host (LP64). */
static const fc_type *host_integer(fc_reader *reader, const char *name, long size, bool is_unsigned)
{
    fc_type model = {.kind = FC_TYPE_INTEGER,
                     .bits = (int)(8 * size),
                     .is_unsigned = is_unsigned,
                     .size = size,
                     .length = -1,
                     .name = (char *)name};
    return fc_program_add_type(reader->program, &model);
}

const fc_type *fc_types_int(fc_reader *reader)
{
    return host_integer(reader, "int", sizeof(int), false);
}

const fc_type *fc_types_long(fc_reader *reader)
{
    return host_integer(reader, "long", sizeof(long), false);
}

const fc_type *fc_types_pointer(fc_reader *reader, const fc_type *of)
{
    fc_type model = {.kind = FC_TYPE_POINTER, .size = sizeof(void *), .length = -1, .of = of};
    return of ? fc_program_add_type(reader->program, &model) : NULL;
}

bool fc_types_is_number(const fc_type *type)
{
    return type && (type->kind == FC_TYPE_BOOL || type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_REAL ||
                    type->kind == FC_TYPE_COMPLEX);
}

static const fc_type *promoted(fc_reader *reader, const fc_type *type)
{
    bool is_small = type->kind == FC_TYPE_BOOL || (type->kind == FC_TYPE_INTEGER && type->size < (long)sizeof(int));
    return is_small ? fc_types_int(reader) : type;
}

const fc_type *fc_types_usual(fc_reader *reader, const fc_type *a, const fc_type *b)
{
    if (!fc_types_is_number(a) || !fc_types_is_number(b) || fc_type_is_vector(a))
        return a;
    if (fc_type_is_vector(b))
        return b;
    a = promoted(reader, a);
    b = promoted(reader, b);
    if (a->kind != b->kind)
        return a->kind > b->kind ? a : b;
    if (a->bits != b->bits)
        return a->bits > b->bits ? a : b;
    return b->is_unsigned ? b : a;
}

static const fc_type *read_array(fc_reader *reader, CXType type, const fc_node *extent, CXCursor where)
{
    const fc_type *of = fc_types_read(reader, clang_getArrayElementType(type), where);
    if (!of)
        return NULL;
    long length = type.kind == CXType_ConstantArray ? clang_getArraySize(type) : -1;
    fc_type model = {.kind = FC_TYPE_ARRAY,
                     .size = length >= 0 && of->size >= 0 ? length * of->size : -1,
                     .of = of,
                     .length = length,
                     .extent = extent};
    return fc_program_add_type(reader->program, &model);
}

static const fc_type *read_complex(fc_reader *reader, CXType type, CXCursor where)
{
    const fc_type *part = fc_types_read(reader, clang_getElementType(type), where);
    if (!part)
        return NULL;
    char *name = fc_format("%s _Complex", part->name ? part->name : "double");
    fc_type model = {.kind = FC_TYPE_COMPLEX, .bits = part->bits, .size = 2 * part->size, .length = -1, .name = name};
    const fc_type *added = fc_program_add_type(reader->program, &model);
    free(name);
    return added;
}

static const fc_type *refuse(fc_reader *reader, CXType type, CXCursor where)
{
    CXString name = clang_getTypeSpelling(type);
    fc_reader_fail(reader, where, NULL, FC_MSG_TYPE_NOT_COVERED, clang_getCString(name));
    clang_disposeString(name);
    return NULL;
}

/* A vector is a number with the kind and bits of its lanes but more bytes: an operation on all lanes counts as one. */
static const fc_type *read_vector(fc_reader *reader, CXType type, CXCursor where)
{
    const fc_type *lane = fc_types_read(reader, clang_getElementType(type), where);
    if (!lane || (lane->kind != FC_TYPE_INTEGER && lane->kind != FC_TYPE_REAL))
        return lane ? refuse(reader, type, where) : NULL;
    fc_type model = *lane;
    model.size = clang_Type_getSizeOf(type);
    model.name = fc_format("__attribute__((vector_size(%ld))) %s", model.size, lane->name);
    const fc_type *added = fc_program_add_type(reader->program, &model);
    free(model.name);
    return added;
}

static const fc_type *read_typedef(fc_reader *reader, CXType type, CXCursor where)
{
    CXString name = clang_getTypedefName(type);
    const fc_type *found;
    if (fc_handles_is_type(clang_getCString(name))) {
        fc_type handle = {.kind = FC_TYPE_HANDLE,
                          .size = clang_Type_getSizeOf(type),
                          .length = -1,
                          .name = (char *)clang_getCString(name)};
        found = fc_program_add_type(reader->program, &handle);
    } else
        found = fc_types_read(reader, clang_getTypedefDeclUnderlyingType(clang_getTypeDeclaration(type)), where);
    clang_disposeString(name);
    return found;
}

typedef struct fields {
    CXCursor *cursor;
    int n;
    size_t capacity;
} fields;

static enum CXVisitorResult on_field(CXCursor field, CXClientData data)
{
    fields *list = data;
    CXString name = clang_getCursorSpelling(field);
    bool is_padding = clang_Cursor_isBitField(field) && !*clang_getCString(name);
    clang_disposeString(name);
    if (!is_padding) {
        list->cursor = fc_grow(list->cursor, &list->capacity, (size_t)list->n + 1, sizeof *list->cursor);
        list->cursor[list->n++] = field;
    }
    return CXVisit_Continue;
}

static void add_spelling(fc_text *text, CXString string)
{
    fc_text_add(text, "%s;", clang_getCString(string));
    clang_disposeString(string);
}

static void put_symbol(fc_reader *reader, CXCursor declaration, fc_symbol *symbol)
{
    const void *key = declaration.data[0];
    fc_map_put(&reader->symbols, &key, sizeof key, symbol);
}

/* A field's offset as in fc_symbol.field_offset; -1: the record is not complete. */
static long offset_of(CXCursor field)
{
    if (clang_Cursor_isBitField(field))
        return -1 - clang_getFieldDeclBitWidth(field);
    long long bits = clang_Cursor_getOffsetOfField(field);
    return bits < 0 ? -1 : (long)(bits / 8);
}

/* A field's name; "" for an anonymous record, which libclang spells as a text with its place. */
static char *name_of_field(CXCursor field)
{
    CXString name = clang_getCursorSpelling(field);
    char *copy = fc_copy_string(strchr(clang_getCString(name), '(') ? "" : clang_getCString(name));
    clang_disposeString(name);
    return copy;
}

/* A record's tag; "" if it has none. */
static char *tag_of(CXCursor declaration)
{
    if (clang_Cursor_isAnonymous(declaration))
        return fc_copy_string("");
    CXString name = clang_getCursorSpelling(declaration);
    bool is_unnamed = strchr(clang_getCString(name), '(') != NULL;
    char *tag = fc_copy_string(is_unnamed ? "" : clang_getCString(name));
    clang_disposeString(name);
    return tag;
}

static const fc_type *new_record(fc_reader *reader, CXType type, const fields *list, CXCursor where)
{
    CXCursor declaration = clang_getTypeDeclaration(type);
    long size = clang_Type_getSizeOf(type);
    fc_type model = {.kind = FC_TYPE_RECORD,
                     .is_union = clang_getCursorKind(declaration) == CXCursor_UnionDecl,
                     .size = size >= 0 ? size : -1,
                     .length = -1,
                     .name = tag_of(declaration)};
    const fc_type *added = fc_program_add_type(reader->program, &model);
    remember(reader, type, added);
    fc_type *record = reader->program->type[added->id];
    record->field = fc_allocate((size_t)list->n, sizeof *record->field);
    for (int i = 0; i < list->n; i++) {
        char *name = name_of_field(list->cursor[i]);
        fc_symbol *field = fc_program_add_symbol(reader->program, FC_SYMBOL_FIELD, name);
        free(name);
        field->field_offset = offset_of(list->cursor[i]);
        if (!clang_Location_isInSystemHeader(clang_getCursorLocation(list->cursor[i])))
            field->span = fc_spans_of(&reader->spans, list->cursor[i]);
        put_symbol(reader, list->cursor[i], field);
        record->field[record->n_fields++] = field;
    }
    for (int i = 0; i < list->n; i++)
        record->field[i]->type = fc_types_read(reader, clang_getCursorType(list->cursor[i]), where);
    return added;
}

static const fc_type *read_record(fc_reader *reader, CXType type, CXCursor where)
{
    fields list = {0};
    clang_Type_visitFields(type, on_field, &list);
    /* Records of different files are one type if they agree in name, size, and each field's name, type and offset. */
    fc_text text = {0};
    add_spelling(&text, clang_getTypeSpelling(type));
    fc_text_add(&text, "%lld;", clang_Type_getSizeOf(type));
    for (int i = 0; i < list.n; i++) {
        add_spelling(&text, clang_getCursorSpelling(list.cursor[i]));
        add_spelling(&text, clang_getTypeSpelling(clang_getCanonicalType(clang_getCursorType(list.cursor[i]))));
        fc_text_add(&text, "%lld;", clang_Cursor_getOffsetOfField(list.cursor[i]));
    }
    char *signature = fc_text_take(&text);
    const fc_type *record = fc_map_get(&reader->records, signature, strlen(signature));
    if (record) {
        remember(reader, type, record);
        for (int i = 0; i < list.n && i < record->n_fields; i++)
            put_symbol(reader, list.cursor[i], record->field[i]);
    } else {
        record = new_record(reader, type, &list, where);
        fc_map_put(&reader->records, signature, strlen(signature), (void *)record);
    }
    free(signature);
    free(list.cursor);
    return record;
}

const fc_type *fc_types_record(fc_reader *reader, CXType type, CXCursor where)
{
    CXType record = clang_getCanonicalType(type);
    const fc_type *model = known(reader, record);
    return model ? model : read_record(reader, record, where);
}

static const fc_type *read_derived(fc_reader *reader, CXType type, CXCursor where)
{
    CXType canonical = clang_getCanonicalType(type);
    switch (type.kind) {
    case CXType_Void: {
        fc_type model = {.kind = FC_TYPE_VOID, .size = -1, .length = -1};
        return fc_program_add_type(reader->program, &model);
    }
    case CXType_Pointer:
    case CXType_BlockPointer:
        return fc_types_pointer(reader, fc_types_read(reader, clang_getPointeeType(type), where));
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray:
        return read_array(reader, type, NULL, where);
    case CXType_FunctionProto:
    case CXType_FunctionNoProto: {
        fc_type model = {.kind = FC_TYPE_FUNCTION, .size = -1, .length = -1};
        model.of = fc_types_read(reader, clang_getResultType(type), where);
        return model.of ? fc_program_add_type(reader->program, &model) : NULL;
    }
    case CXType_Complex:
        return read_complex(reader, type, where);
    case CXType_Vector:
    case CXType_ExtVector:
        return read_vector(reader, type, where);
    case CXType_Enum: {
        CXType integer = clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type));
        return integer.kind == CXType_Invalid ? fc_types_int(reader) : fc_types_read(reader, integer, where);
    }
    case CXType_Atomic:
        return fc_types_read(reader, clang_Type_getValueType(type), where);
    default:
        return clang_equalTypes(canonical, type) ? refuse(reader, type, where)
                                                 : fc_types_read(reader, canonical, where);
    }
}

const fc_type *fc_types_read(fc_reader *reader, CXType type, CXCursor where)
{
    const fc_type *model = known(reader, type);
    if (model || reader->status != FC_OK)
        return model;
    CXType qualified = type;
    type = clang_getUnqualifiedType(type);
    model = known(reader, type);
    if (model)
        remember(reader, qualified, model);
    if (model)
        return model;
    if (type.kind == CXType_Elaborated)
        model = fc_types_read(reader, clang_Type_getNamedType(type), where);
    else if (type.kind == CXType_Typedef)
        model = read_typedef(reader, type, where);
    else if (type.kind == CXType_Record)
        model = fc_types_record(reader, type, where);
    else
        model = read_number(reader, type);
    if (!model)
        model = read_derived(reader, type, where);
    if (model)
        remember(reader, type, model);
    if (model)
        remember(reader, qualified, model);
    return model;
}

/* libclang gives an array parameter, and reads of it, array type; the value is a pointer (C17 6.7.6.3 p7). True for
 * expressions that designate an actual array. */
static bool designates_array(enum CXCursorKind kind)
{
    return kind == CXCursor_MemberRefExpr || kind == CXCursor_ArraySubscriptExpr || kind == CXCursor_UnaryOperator ||
           kind == CXCursor_StringLiteral || kind == CXCursor_CompoundLiteralExpr || kind == CXCursor_InitListExpr;
}

const fc_type *fc_types_of_expression(fc_reader *reader, int entry)
{
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    CXType clang = clang_getCursorType(at->cursor);
    if (at->kind == CXCursor_CStyleCastExpr || at->kind == CXCursor_CompoundLiteralExpr)
        fc_types_declare(reader, entry, clang, at->last);
    const fc_type *type = fc_types_read(reader, clang, at->cursor);
    if (type && type->kind == FC_TYPE_ARRAY && !designates_array(at->kind))
        return fc_types_pointer(reader, type->of);
    if (type && type->kind == FC_TYPE_FUNCTION && at->kind == CXCursor_UnexposedExpr)
        return fc_types_pointer(reader, type);
    return type;
}

/* The array lengths of a declarator in libclang's order: the innermost array's first. */
typedef struct sizes {
    int next; /* entry; -1: no more */
    int last; /* an entry that is not a length, such as the initializer; -1: none */
    CXCursor where;
} sizes;

static int take_length(fc_reader *reader, sizes *left)
{
    while (left->next >= 0 && (!clang_isExpression(fc_reader_entry(reader, left->next)->kind)))
        left->next = fc_reader_entry(reader, left->next)->next;
    int size = left->next == left->last ? -1 : left->next;
    if (size >= 0)
        left->next = fc_reader_entry(reader, size)->next;
    return size;
}

static void attach_lengths(fc_reader *reader, CXType type, sizes *left)
{
    if (known(reader, type) && type.kind != CXType_ConstantArray)
        return;
    switch (type.kind) {
    case CXType_Pointer:
        attach_lengths(reader, clang_getPointeeType(type), left);
        break;
    case CXType_Unexposed:
        attach_lengths(reader, clang_getCanonicalType(type), left);
        break;
    case CXType_IncompleteArray:
        attach_lengths(reader, clang_getArrayElementType(type), left);
        break;
    case CXType_ConstantArray:
        attach_lengths(reader, clang_getArrayElementType(type), left);
        take_length(reader, left);
        break;
    case CXType_VariableArray: {
        attach_lengths(reader, clang_getArrayElementType(type), left);
        int size = take_length(reader, left);
        const fc_node *extent = size >= 0 ? fc_expressions_read(reader, size) : NULL;
        const fc_type *model = read_array(reader, type, extent, left->where);
        remember(reader, type, model);
        remember(reader, clang_getCanonicalType(type), model);
        break;
    }
    default:
        break;
    }
}

static bool is_variably_modified(CXType type)
{
    for (int i = 0; i < 16; i++) {
        if (type.kind == CXType_VariableArray)
            return true;
        if (type.kind == CXType_Pointer)
            type = clang_getPointeeType(type);
        else if (type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray)
            type = clang_getArrayElementType(type);
        else if (type.kind == CXType_Unexposed)
            type = clang_getCanonicalType(type);
        else
            return false;
    }
    return false;
}

void fc_types_declare(fc_reader *reader, int entry, CXType type, int last)
{
    if (!is_variably_modified(type))
        return;
    const fc_cursor_entry *at = fc_reader_entry(reader, entry);
    sizes left = {.next = at->first, .last = last, .where = at->cursor};
    attach_lengths(reader, type, &left);
}
